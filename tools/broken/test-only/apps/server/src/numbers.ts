const zero = 0;
export const one = zero + 1;
export const two = one + 1;
export const three = two + 1;
export const four = three + 1;
