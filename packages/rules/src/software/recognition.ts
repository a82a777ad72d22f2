import type { Installed } from './identify.ts';
import { isOlderVersion } from './older-copy.ts';

/** What of a host's own list of software shows that custom software is installed. */
export type RecognisedBy =
  | { by: 'productCode'; productCode: string }
  /** By its name as it is listed; in this version or a newer one, where it says one. */
  | { by: 'name'; name: string; version: string | null };

interface Listed extends Installed {
  productCode?: string | undefined;
  user?: string | undefined;
}

const plain = (text: string): string => text.trim().toLowerCase();

/** Whether the list shows it: a copy of the machine, or of the user whom it is about. */
export const isRecognised = (copies: readonly Listed[], sign: RecognisedBy, user?: string): boolean =>
  copies.some((copy) => {
    if (copy.user !== user) return false;
    if (sign.by === 'productCode') return plain(copy.productCode ?? '') === plain(sign.productCode);
    if (plain(copy.name) !== plain(sign.name)) return false;
    return sign.version === null || !isOlderVersion('generic', copy.version, sign.version);
  });
