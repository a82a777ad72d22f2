import { hash } from 'node:crypto';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { CopyFacts, KindFacts, UserCopy } from './inventory.tables.ts';

/** Stands for the user's folder in a path; Windows allows it in no name. */
const folderMark = '<user>';
const userFolder = /^([a-z]:\\users\\)([^\\<>]+)(\\.*)?$/i;

/** One way a copy can look: its version, and the facts as one text that tells it from others. */
export interface CopyKind {
  versionId: number;
  text: string;
}

const separator = '\u0001';
/** In the order of the text; one that is absent leaves its place empty, and none of them is ever an empty text. */
const factNames = ['scope', 'path', 'fileVersion', 'productCode', 'source', 'architecture'] as const;

/** Parts a copy into what it shares with others of its kind and what belongs to its user. */
export const partCopy = (copy: SoftwareCopy, versionId: number): { kind: CopyKind; user?: string; folder: string } => {
  const { user, path, scope, fileVersion, productCode, source, architecture } = copy;
  const [, root, folder = '', rest = ''] = user === undefined ? [] : (userFolder.exec(path ?? '') ?? []);
  const sharedPath = root === undefined ? path : root + folderMark + rest;
  const text = [scope, sharedPath, fileVersion, productCode, source, architecture].join(separator);
  return { kind: { versionId, text }, folder, ...(user !== undefined && { user }) };
};

/** Half of SHA-256 is plenty for a customer's few hundred thousand kinds, and half the index. */
export const hashKind = ({ versionId, text }: CopyKind): Buffer =>
  hash('sha256', `${versionId}|${text}`, 'buffer').subarray(0, 16);

/** The facts of a kind, for its row. */
export const factsOfKind = ({ text }: CopyKind): Record<string, string> =>
  Object.fromEntries(text.split(separator).flatMap((value, i) => (value === '' ? [] : [[factNames[i] ?? '', value]])));

/** The copy as it was reported. */
export const joinCopy = (versionId: number, facts: KindFacts, owner?: UserCopy): CopyFacts => {
  if (!owner) return { versionId, ...facts };
  const [, user, folder] = owner;
  const path = facts.path?.replace(folderMark, () => folder);
  return { versionId, ...facts, user, ...(path !== undefined && { path }) };
};
