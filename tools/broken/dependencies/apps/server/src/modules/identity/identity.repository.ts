export const findUser = (id: string): string => id;
