import { createCipheriv, createDecipheriv, randomBytes, randomInt, scryptSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

/** Without letters and digits that are taken for one another. 30 of them are 146 bits: nobody tries them all. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 6;
const groupLength = 5;

export const makePhrase = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-');

/** As it is typed: small letters, blanks and missing dashes do not matter. */
const plainPhrase = (phrase: string): string => phrase.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

const base64 = z.string().regex(/^[A-Za-z0-9+/=]{1,100000}$/);
const sealedFile = z.strictObject({
  what: z.literal('patchkeep-recovery-1'),
  salt: base64,
  nonce: base64,
  tag: base64,
  sealed: base64,
});
const keyFiles = z.record(z.string().regex(/^(root|catalogue)-\d{1,4}\.pem$/), z.string());

const keyOf = (phrase: string, salt: Buffer): Buffer =>
  scryptSync(plainPhrase(phrase), salt, 32, { N: 32_768, r: 8, p: 1, maxmem: 64 * 1_048_576 });

/** Seals the offline keys of a folder in one file and removes them. Gives the phrase that opens it; it is kept nowhere. */
export const sealRecovery = (offline: string, file: string): string => {
  const phrase = makePhrase();
  const names = readdirSync(offline);
  const content = JSON.stringify(
    keyFiles.parse(Object.fromEntries(names.map((name) => [name, readFileSync(join(offline, name), 'utf8')]))),
  );
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(phrase, salt), nonce);
  const sealed = Buffer.concat([cipher.update(content, 'utf8'), cipher.final()]);
  const text = (bytes: Buffer): string => bytes.toString('base64');
  const about = { what: 'patchkeep-recovery-1', salt: text(salt), nonce: text(nonce), tag: text(cipher.getAuthTag()) };
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify({ ...about, sealed: text(sealed) }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  rmSync(offline, { recursive: true });
  return phrase;
};

/** Opens such a file and writes the offline keys into a new folder. */
export const openRecovery = (file: string, phrase: string, offline: string): string[] => {
  if (existsSync(offline)) throw new Error(`${offline} is there already`);
  const read = sealedFile.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!read.success) throw new Error(`${file} is not a recovery file.`);
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
  const { salt, nonce, tag, sealed } = read.data;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(phrase, bytes(salt)), bytes(nonce), { authTagLength: 16 });
  decipher.setAuthTag(bytes(tag));
  let content: string;
  try {
    content = Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]).toString();
  } catch (error) {
    throw new Error('The phrase is not the one that seals this file.', { cause: error });
  }
  const files = keyFiles.parse(JSON.parse(content));
  mkdirSync(offline, { recursive: true, mode: 0o700 });
  for (const [name, pem] of Object.entries(files))
    writeFileSync(join(offline, basename(name)), pem, { mode: 0o600, flag: 'wx' });
  return Object.keys(files);
};
