import { randomBytes } from 'node:crypto';
import { canonicalUsername } from '@patchkeep/rules/password';
import type { Secrets } from '../../platform/config/config.ts';
import { derivedKeys, keyedHash, sameSecret } from '../../platform/http/secret.ts';

const goodForMs = 180 * 86_400_000;
const shape = /^([A-Za-z0-9_-]{22})\.(\d{1,15})\.([A-Za-z0-9_-]{43})$/;

/**
 * A browser in which somebody signed in before carries a cookie that says so. It opens nothing: it only keeps strangers
 * who guess at the same account from using up the attempts of its owner. Nothing about it is stored.
 */
export const knownDevices = (secrets: Secrets) => {
  const keys = derivedKeys(secrets, 'patchkeep known devices').map((key) => key.toString('base64url'));
  const [writing = ''] = keys;
  const macOf = (username: string, device: string, until: number, key = writing): string =>
    keyedHash(key, `${canonicalUsername(username)}|${device}|${until}`);
  return {
    /** The cookie after a right password. */
    make(username: string, now: Date): string {
      const device = randomBytes(16).toString('base64url');
      const until = now.getTime() + goodForMs;
      return `${device}.${until}.${macOf(username, device, until)}`;
    },
    /** The name of the device, when somebody signed in with this very account on it. */
    read(cookie: string | undefined, username: string, now: Date): string | undefined {
      const [, device, until, mac] = shape.exec(cookie ?? '') ?? [];
      if (device === undefined || until === undefined || mac === undefined) return undefined;
      const isOurs = keys.some((key) => sameSecret(mac, macOf(username, device, Number(until), key)));
      return isOurs && Number(until) > now.getTime() ? device : undefined;
    },
  };
};
export type KnownDevices = ReturnType<typeof knownDevices>;
export const deviceSeconds = goodForMs / 1_000;
