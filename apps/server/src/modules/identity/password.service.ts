import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Secrets } from '../../platform/config/config.ts';
import { busy } from '../../platform/errors.ts';

const derive = promisify(argon2);
const cost = { parallelism: 1, tagLength: 32, memory: 65_536, passes: 3 } as const;
/** 64 MiB and a core each: more at once would turn a login flood into an outage. */
const atOnce = 2;
const mayWait = 50;

export const storedPasswordVersion = 1;

export interface StoredPassword {
  salt: Buffer;
  digest: Buffer;
}

/** Lets a few through at a time; beyond the queue it says so instead of piling up. */
const turnstile = () => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mayWait) throw busy(5);
      await new Promise<void>((resolve) => void waiting.push(resolve));
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
};

/**
 * Keeps passwords: HMAC by a pepper that is not in the database, over Argon2id, over what the browser sent. Of several
 * peppers the first one writes and all are tried: a changed pepper locks nobody out as long as the old one is listed.
 */
export const passwordKeeper = ([pepper, ...formerPeppers]: Secrets) => {
  const throughTurnstile = turnstile();
  const slowHash = (clientHash: string, salt: Buffer): Promise<Buffer> =>
    throughTurnstile(() => derive('argon2id', { ...cost, message: clientHash, nonce: salt }));
  const peppered = (by: string, slow: Buffer): Buffer => createHmac('sha256', by).update(slow).digest();
  return {
    async store(clientHash: string): Promise<StoredPassword> {
      const salt = randomBytes(16);
      return { salt, digest: peppered(pepper, await slowHash(clientHash, salt)) };
    },
    /**
     * Takes as long for nobody as for somebody: the answer's time must not tell which names exist. A password that was
     * kept with a former pepper comes back as it has to be kept from now on.
     */
    async matches(
      clientHash: string,
      stored: StoredPassword | undefined,
    ): Promise<{ isRight: boolean; renewed?: StoredPassword }> {
      const slow = await slowHash(clientHash, stored?.salt ?? randomBytes(16));
      if (stored === undefined) return { isRight: false };
      const isKeptWith = (by: string): boolean => timingSafeEqual(peppered(by, slow), stored.digest);
      if (isKeptWith(pepper)) return { isRight: true };
      if (!formerPeppers.some(isKeptWith)) return { isRight: false };
      return { isRight: true, renewed: { salt: stored.salt, digest: peppered(pepper, slow) } };
    },
  };
};
export type PasswordKeeper = ReturnType<typeof passwordKeeper>;
