import { uptime } from 'node:os';

/** Uptime and clock never agree to the millisecond: a boot within this of the known one is the known one. */
const sameBootMs = 60_000;

export const stableBootTime = (known: string | undefined, measured: Date): string =>
  known !== undefined && Math.abs(Date.parse(known) - measured.getTime()) < sameBootMs ? known : measured.toISOString();

/** When the system was started. The same text for the same boot: the server writes a row whenever it changes. */
export const readBootTime = (known: string | undefined): string =>
  stableBootTime(known, new Date(Date.now() - uptime() * 1_000));
