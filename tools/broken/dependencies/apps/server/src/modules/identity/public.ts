export const userName = (id: string): string => id;
