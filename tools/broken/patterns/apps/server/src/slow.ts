export const exponential = /^(?:[.+_-]?\w+)*$/;
export const quadratic = /\s+$/;
export const beginsAgain = /<[^>]*>/;
export const between = /from .*to /;
export const anybodys = (wanted: string) => new RegExp(`^${wanted}$`);
