import { createHash } from 'node:crypto';

/** What is kept of a secret that was handed out. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** An identifier in 22 characters instead of 36, and back. */
export const compact = (uuid: string): string => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
export const expand = (text: string): string =>
  Buffer.from(text, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
