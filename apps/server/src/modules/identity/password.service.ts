import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
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

/** Keeps passwords: HMAC by a pepper that is not in the database, over Argon2id, over what the browser sent. */
export const passwordKeeper = (pepper: string) => {
  const throughTurnstile = turnstile();
  const digestOf = async (clientHash: string, salt: Buffer): Promise<Buffer> => {
    const slow = await throughTurnstile(() => derive('argon2id', { ...cost, message: clientHash, nonce: salt }));
    return createHmac('sha256', pepper).update(slow).digest();
  };
  return {
    async store(clientHash: string): Promise<StoredPassword> {
      const salt = randomBytes(16);
      return { salt, digest: await digestOf(clientHash, salt) };
    },
    /** Takes as long for nobody as for somebody: the answer's time must not tell which names exist. */
    async matches(clientHash: string, stored: StoredPassword | undefined): Promise<boolean> {
      const digest = await digestOf(clientHash, stored?.salt ?? randomBytes(16));
      return stored !== undefined && timingSafeEqual(digest, stored.digest);
    },
  };
};
export type PasswordKeeper = ReturnType<typeof passwordKeeper>;
