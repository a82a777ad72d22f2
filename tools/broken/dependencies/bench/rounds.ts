export const rounds = 7;
