export const renamed = (name: string) => name.trim();
