export const five = 5;
export const six = five + 1;
