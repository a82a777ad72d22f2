export const part = 15;
