export const used = 0;
export const forgotten = 1;
