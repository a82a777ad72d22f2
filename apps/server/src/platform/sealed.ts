import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Secrets } from './config/config.ts';
import { derivedKeys } from './http/secret.ts';

/** Where a sealed value lies. Moved to another customer, table, column or row it does not open. */
export interface SealedPlace {
  customerId: string;
  table: string;
  column: string;
  rowId: string;
}

/** The first byte of a sealed value: how it is laid out. */
const layout = 1;
const [markLength, nonceLength, tagLength] = [4, 12, 16];
const headLength = 1 + markLength;

/** Names a key without saying anything about it, so that the right one of several is taken at once. */
const markOf = (key: Buffer): Buffer =>
  createHash('sha256').update('mark').update(key).digest().subarray(0, markLength);

/**
 * Seals by AES-256-GCM: layout, mark of the key, nonce, tag, text. Of several keys the first one seals and all of them
 * open. The layout, the mark and `about` are authenticated too.
 */
export const sealer = (secrets: Secrets, purpose: string) => {
  const keys = derivedKeys(secrets, purpose).map((key) => ({ key, mark: markOf(key) }));
  const [writing] = keys as [(typeof keys)[number]];
  return {
    seal(about: string, text: Buffer): Buffer {
      const head = Buffer.concat([Buffer.of(layout), writing.mark]);
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', writing.key, nonce, { authTagLength: tagLength });
      cipher.setAAD(Buffer.concat([head, Buffer.from(about)]));
      const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([head, nonce, cipher.getAuthTag(), sealed]);
    },
    /** Undefined when no listed key sealed it, or not for this place. */
    open(about: string, sealed: Buffer): Buffer | undefined {
      const head = sealed.subarray(0, headLength);
      const found = keys.find(({ mark }) => mark.equals(head.subarray(1)));
      if (!found || head[0] !== layout || sealed.length < headLength + nonceLength + tagLength) return undefined;
      const nonce = sealed.subarray(headLength, headLength + nonceLength);
      const tagEnd = headLength + nonceLength + tagLength;
      const decipher = createDecipheriv('aes-256-gcm', found.key, nonce, { authTagLength: tagLength });
      decipher.setAAD(Buffer.concat([head, Buffer.from(about)]));
      decipher.setAuthTag(sealed.subarray(headLength + nonceLength, tagEnd));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
};

/** Secrets in rows, sealed under PATCHKEEP_DATA_KEY. */
export const rowSealer = (secrets: Secrets) => {
  const { seal, open } = sealer(secrets, 'patchkeep sealed rows');
  const aboutOf = ({ customerId, table, column, rowId }: SealedPlace): string =>
    [customerId, table, column, rowId].join('|');
  return {
    seal: (place: SealedPlace, text: Buffer): Buffer => seal(aboutOf(place), text),
    open: (place: SealedPlace, sealed: Buffer): Buffer | undefined => open(aboutOf(place), sealed),
  };
};
export type RowSealer = ReturnType<typeof rowSealer>;
