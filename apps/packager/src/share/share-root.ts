import type { KeyObject } from 'node:crypto';
import { rawKey } from '@patchkeep/orders/envelope';
import { readRoot } from '@patchkeep/orders/root';
import { MetadataKind, Root } from '@tufjs/models';
import { readRootFile, type RoleKeys, roleKeysOf, signedBy, tufDate, tufKey } from './tuf.ts';

const lifeMs = 5 * 365 * 86_400_000;

interface Ceremony {
  /** The root of the installation, as hosts pin it: it says whose keys are the root's and the catalogue's. */
  root: string;
  /** The online key that says each day what the newest catalogue is: 32 bytes, base64url. */
  online: string;
  /** Private keys; those that neither root names sign nothing. */
  keys: readonly KeyObject[];
  /** The root that subscribers have today. */
  after: Buffer | undefined;
  now: number;
}

const isNamed = (key: KeyObject, { keys }: RoleKeys): boolean => keys.includes(rawKey(key));

/**
 * The root of a shared catalogue: root and catalogue keys are those of the installation, so whoever may vouch for its
 * packages may share them, and nobody else. Signed by the root keys of before and of after.
 */
export const makeShareRoot = ({
  root: text,
  online,
  keys,
  after,
  now,
}: Ceremony): { version: number; file: Buffer } => {
  const { root, catalogue } = readRoot(text);
  const before = after && readRootFile(after);
  const version = (before?.signed.version ?? 0) + 1;
  const roles: Record<string, RoleKeys> = {
    [MetadataKind.Root]: root,
    [MetadataKind.Targets]: catalogue,
    [MetadataKind.Snapshot]: { keys: [online], threshold: 1 },
    [MetadataKind.Timestamp]: { keys: [online], threshold: 1 },
  };
  const made = Root.fromJSON({
    _type: MetadataKind.Root,
    spec_version: '1.0.31',
    version,
    expires: tufDate(now + lifeMs),
    consistent_snapshot: true,
    keys: Object.fromEntries(
      Object.values(roles).flatMap((role) =>
        role.keys.map((raw) => {
          const key = tufKey(raw);
          return [key.keyID, key.toJSON()];
        }),
      ),
    ),
    roles: Object.fromEntries(
      Object.entries(roles).map(([name, role]) => [
        name,
        { keyids: role.keys.map((raw) => tufKey(raw).keyID), threshold: role.threshold },
      ]),
    ),
  });
  const former = before && roleKeysOf(before, MetadataKind.Root);
  const signing = keys.filter((key) => isNamed(key, root) || (former && isNamed(key, former)));
  const file = signedBy(made, signing);
  // Subscribers would refuse it: better to hear of it here.
  const signed = readRootFile(file);
  signed.verifyDelegate(MetadataKind.Root, signed);
  before?.verifyDelegate(MetadataKind.Root, signed);
  return { version, file };
};
