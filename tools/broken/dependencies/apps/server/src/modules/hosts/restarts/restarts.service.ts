export const restart = (id: string): string => id;
