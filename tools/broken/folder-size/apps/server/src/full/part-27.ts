export const part = 27;
