export const part = 30;
