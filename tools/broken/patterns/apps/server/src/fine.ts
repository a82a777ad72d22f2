export const linear = /^\d+(?:\.\d+)*$/;
export const stops = /"[^"]*"/;
// Pattern: names are those of this file.
export const named = (name: 'a' | 'b') => new RegExp(`^${name}$`);
