import { createHash, type KeyObject } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Approval,
  readApprovals,
  sealApprovals,
  signInRole,
  signWithFile,
} from '@patchkeep/orders/custom/approval';
import { approvers } from '@patchkeep/orders/custom/approvers';
import { customPackage } from '@patchkeep/orders/custom/custom-package';
import { canonical } from '@patchkeep/orders/statements';
import { readKey } from './keys.ts';

export const dateText = (time: number): string => new Date(time).toISOString().slice(0, 16);

/** What is to be signed, in its one spelling, and which of the two it is. */
const readStatementFile = (path: string): { type: string; text: string } => {
  const text = readFileSync(path, 'utf8').trim();
  const given: unknown = JSON.parse(text);
  const found = [approvers, customPackage].find(({ schema }) => schema.safeParse(given).success);
  if (!found || canonical(given) !== text)
    throw new Error(`${path} is no statement about approvers or custom software as the console gives it out.`);
  return { type: found.type, text };
};

/** What people read before and after: the whole of it, and the hash that the console shows. */
const shown = (text: string): string =>
  `${JSON.stringify(JSON.parse(text), null, 2)}\n${createHash('sha256').update(text).digest('hex')}`;

/** Those of a file that were given for the same statement by other keys. */
const others = (out: string, { type, text }: { type: string; text: string }, keyid: string): Approval[] => {
  if (!existsSync(out)) return [];
  const before = readApprovals(readFileSync(out, 'utf8'));
  if (before.payloadType !== type || before.text !== text)
    throw new Error(`${out} was signed for something else. Find out why, then remove it.`);
  return before.signatures.filter((each) => each.keyid !== keyid);
};

/** Signs with the key of an approver that lies in a file. Gives what was signed. */
export const approveFile = (statement: string, key: KeyObject, out: string): string => {
  const given = readStatementFile(statement);
  const own = signWithFile(given.type, given.text, key);
  writeFileSync(out, sealApprovals(given.type, given.text, [...others(out, given, own.keyid), own]));
  return shown(given.text);
};

/** Signs who the approvers of a site are with the root keys of a folder. */
export const nameApprovers = (statement: string, offline: string, out: string): string => {
  const { type, text } = readStatementFile(statement);
  if (type !== approvers.type) throw new Error('The root keys name approvers, and vouch for no software.');
  const keys = readdirSync(offline).filter((name) => /^root-\d+\.pem$/.test(name));
  if (keys.length === 0) throw new Error(`${offline} holds no root key.`);
  const signatures = keys.map((name) => signInRole(type, text, readKey(join(offline, name))));
  writeFileSync(out, sealApprovals(type, text, signatures));
  return shown(text);
};
