/** Asks for the breached passwords whose SHA-1 begins so; null where there is no list. */
export type FindBreached = (prefix: string) => Promise<readonly string[] | null>;

/** Only the first 20 of 160 bits leave the browser; the rest is compared here. */
export const isBreached = async (password: string, find: FindBreached): Promise<boolean> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password)));
  const hex = [...digest]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  return (await find(hex.slice(0, 5)))?.includes(hex.slice(5)) ?? false;
};
