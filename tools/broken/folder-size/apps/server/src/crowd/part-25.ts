export const part = 25;
