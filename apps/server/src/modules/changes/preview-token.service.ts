import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../platform/config/config.ts';
import { derivedKeys } from '../../platform/http/secret.ts';

/** What a preview was of: this content, these hosts, this person. */
export interface Previewed {
  contentHash: Buffer;
  targetsHash: Buffer;
  customerId: string;
  siteId: string | null;
  userId: string;
}

const lifeMs = 15 * 60_000;

/** Tokens of previews. Their key follows from the installation's secret, so every process knows those of the others. */
export const previewTokens = (secrets: Secrets) => {
  const [key, ...formerKeys] = derivedKeys(secrets, 'patchkeep approval previews');
  const macOf = (
    { contentHash, targetsHash, customerId, siteId, userId }: Previewed,
    expires: number,
    by = key,
  ): Buffer =>
    createHmac('sha256', by)
      .update(
        [contentHash.toString('hex'), targetsHash.toString('hex'), customerId, siteId ?? '', userId, expires].join(' '),
      )
      .digest();
  return {
    write(previewed: Previewed, now: Date): { token: string; expires: Date } {
      const expires = new Date(now.getTime() + lifeMs);
      const hashes = [previewed.contentHash, previewed.targetsHash, macOf(previewed, expires.getTime())];
      const token = [expires.getTime().toString(36), ...hashes.map((hash) => hash.toString('base64url'))].join('.');
      return { token, expires };
    },
    /** `unknown` when we did not write it for this person, or it is over; `changed` when it was of something else. */
    judge(token: string, previewed: Previewed, now: Date): 'fits' | 'changed' | 'unknown' {
      const [time = '', content = '', targets = '', mac = ''] = token.split('.');
      const expires = Number.parseInt(time, 36);
      const contentHash = Buffer.from(content, 'base64url');
      const targetsHash = Buffer.from(targets, 'base64url');
      const given = Buffer.from(mac, 'base64url');
      if (!Number.isSafeInteger(expires) || expires <= now.getTime()) return 'unknown';
      const isMadeBy = (by: Buffer): boolean => {
        const expected = macOf({ ...previewed, contentHash, targetsHash }, expires, by);
        return given.length === expected.length && timingSafeEqual(given, expected);
      };
      if (![key, ...formerKeys].some(isMadeBy)) return 'unknown';
      const isSame = contentHash.equals(previewed.contentHash) && targetsHash.equals(previewed.targetsHash);
      return isSame ? 'fits' : 'changed';
    },
  };
};
export type PreviewTokens = ReturnType<typeof previewTokens>;
