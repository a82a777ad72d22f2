import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Secrets } from '../../../platform/config/config.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { derivedKeys } from '../../../platform/http/secret.ts';
import { countUse } from './spent.repository.ts';

const goodForMs = 5 * 60_000;
const [nonceLength, timeLength, macLength] = [16, 6, 32];

/**
 * What a passkey signs. A challenge says by itself until when it is good and is bound to what it was made for, such as
 * one session: nothing is stored before it comes back, and then only that it was used.
 */
export const challenges = (secrets: Secrets, db: Kysely<Tables>) => {
  const keys = derivedKeys(secrets, 'patchkeep passkey challenges');
  const macBy = (key: Buffer, purpose: string, head: Buffer): Buffer =>
    createHmac('sha256', key).update(head).update(purpose).digest();
  return {
    make(purpose: string, now: Date): Buffer<ArrayBuffer> {
      const until = Buffer.alloc(timeLength);
      until.writeUIntBE(now.getTime() + goodForMs, 0, timeLength);
      const head = Buffer.concat([randomBytes(nonceLength), until]);
      return Buffer.concat([head, macBy(keys[0], purpose, head)]);
    },
    /** True once: whoever comes second with it is refused, in whatever process. */
    async take(purpose: string, text: string, now: Date): Promise<boolean> {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length !== nonceLength + timeLength + macLength || bytes.toString('base64url') !== text) return false;
      const head = bytes.subarray(0, nonceLength + timeLength);
      const mac = bytes.subarray(nonceLength + timeLength);
      const until = new Date(head.readUIntBE(nonceLength, timeLength));
      if (!keys.some((key) => timingSafeEqual(macBy(key, purpose, head), mac)) || until <= now) return false;
      return (await countUse(db, `challenge|${text}`, until)) === 1;
    },
  };
};
export type Challenges = ReturnType<typeof challenges>;
