import { clientPasswordHash } from '@patchkeep/rules/password';

const encoder = new TextEncoder();

/** What leaves this browser instead of a password. */
export const hash = (username: string, password: string): Promise<string> =>
  clientPasswordHash({ subtle: crypto.subtle as never, encode: (text) => encoder.encode(text) }, username, password);
