export const part = 28;
