export const part = 9;
