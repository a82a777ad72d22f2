export const part = 31;
