import { hash } from 'node:crypto';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { CopyFacts, KindFacts, UserCopy } from './inventory.tables.ts';

/** Stands for the user's folder in a path; Windows allows it in no name. */
const folderMark = '<user>';
const userFolder = /^([a-z]:\\users\\)([^\\<>]+)(\\.*)?$/i;

/** One way a copy can look, with a hash to know it by. */
export interface CopyKind {
  versionId: number;
  facts: string;
  factsHash: Buffer;
}

/** Parts a copy into what it shares with others of its kind and what belongs to its user. */
export const partCopy = (copy: SoftwareCopy, versionId: number): { kind: CopyKind; user?: string; folder: string } => {
  const { user, path, scope, fileVersion, productCode, source, architecture } = copy;
  const [, root, folder = '', rest = ''] = user === undefined ? [] : (userFolder.exec(path ?? '') ?? []);
  const sharedPath = root === undefined ? path : root + folderMark + rest;
  const facts = JSON.stringify({ scope, path: sharedPath, fileVersion, productCode, source, architecture });
  // Half of SHA-256 is plenty for a customer's few hundred thousand kinds, and half the index.
  const factsHash = hash('sha256', `${versionId}|${facts}`, 'buffer').subarray(0, 16);
  return { kind: { versionId, facts, factsHash }, folder, ...(user !== undefined && { user }) };
};

/** The copy as it was reported. */
export const joinCopy = (versionId: number, facts: KindFacts, owner?: UserCopy): CopyFacts => {
  if (!owner) return { versionId, ...facts };
  const [, user, folder] = owner;
  const path = facts.path?.replace(folderMark, () => folder);
  return { versionId, ...facts, user, ...(path !== undefined && { path }) };
};
