export const part = 29;
