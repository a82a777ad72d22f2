import { hash } from 'node:crypto';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import { isSystemPackage } from '@patchkeep/orders/system-package';
import { variantCode, variantOfCopy } from '@patchkeep/rules/software/variant';
import { compareVersions } from '@patchkeep/versions/schemes';
import type { CopyFacts, KindFacts, UserCopy } from './inventory.tables.ts';
import { holderKey } from './posting.rules.ts';

/** Stands for the user's folder in a path; Windows allows it in no name. */
const folderMark = '<user>';
const userFolder = /^([a-z]:\\users\\)([^\\<>]+)(\\.*)?$/i;

/** One way a copy can look: its version, its facts, and a text that tells it from others. */
export interface CopyKind {
  versionId: number;
  text: string;
  copy: SoftwareCopy;
  path: string | undefined;
  offered: string | undefined;
}

const separator = '\u0001';

/**
 * What the repositories of the host offer for a copy, if it is newer and an order can name it. The signer refuses all
 * orders that it is asked for together when it cannot name one of them, and those may be other hosts'.
 */
export const offeredOver = ({ source, name, version, offered }: SoftwareCopy): string | undefined => {
  if (offered === undefined || source !== 'dpkg' || !isSystemPackage({ name, version: offered })) return undefined;
  return (compareVersions('dpkg', version, offered) ?? 0) < 0 ? offered : undefined;
};

/** Parts a copy into what it shares with others of its kind and what belongs to its user. */
export const partCopy = (copy: SoftwareCopy, versionId: number): { kind: CopyKind; user?: string; folder: string } => {
  const { user, fileVersion, productCode, source, architecture } = copy;
  const [, root, folder = '', rest = ''] = user === undefined ? [] : (userFolder.exec(copy.path ?? '') ?? []);
  const path = root === undefined ? copy.path : root + folderMark + rest;
  // A copy that names no user belongs to nobody but the machine.
  const scope = user === undefined ? 'machine' : 'user';
  const offered = offeredOver(copy);
  const facts = [scope, path, fileVersion, productCode, source, architecture];
  const text = [...facts, ...(offered === undefined ? [] : [offered])].join(separator);
  return {
    kind: { versionId, text, copy: scope === copy.scope ? copy : { ...copy, scope }, path, offered },
    folder,
    ...(user !== undefined && { user }),
  };
};

/** Half of SHA-256 is plenty for a customer's few hundred thousand kinds, and half the index. */
export const hashKind = ({ versionId, text }: CopyKind): Buffer =>
  hash('sha256', `${versionId}|${text}`, 'buffer').subarray(0, 16);

/** The facts of a kind, for its row; what is empty is not kept. */
export const factsOfKind = ({ copy, path, offered }: CopyKind): Record<string, string> => {
  const { scope, fileVersion, productCode, source, architecture } = copy;
  const facts = { scope, path, fileVersion, productCode, source, architecture, offered };
  return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, string] => Boolean(fact[1])));
};

/** Under which key of the lists of holders a copy stands. */
export const keyOfCopy = (versionId: number, facts: Parameters<typeof variantOfCopy>[0]): number =>
  holderKey(versionId, variantCode(variantOfCopy(facts)));

/** The copy as it was reported. */
export const joinCopy = (versionId: number, facts: KindFacts, owner?: UserCopy): CopyFacts => {
  if (!owner) return { versionId, ...facts };
  const [, user, folder] = owner;
  const path = facts.path?.replace(folderMark, () => folder);
  return { versionId, ...facts, user, ...(path !== undefined && { path }) };
};
