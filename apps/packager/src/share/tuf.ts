import { createHash, type KeyObject, sign } from 'node:crypto';
import { rawKey } from '@patchkeep/orders/envelope';
import {
  Key,
  Metadata,
  MetadataKind,
  type Root,
  Signature,
  type Snapshot,
  type Targets,
  type Timestamp,
} from '@tufjs/models';

/** The one file that is shared. Many small ones would take the reader time that grows with their square. */
export const catalogueName = 'catalogue.jsonl.gz';

/** Who may sign a role, as our own root statements write it: 32 bytes of each key, base64url. */
export interface RoleKeys {
  keys: readonly string[];
  threshold: number;
}

/** A key is named by its content, as everywhere with us: no list can give one key two names. */
export const tufKey = (raw: string): Key => {
  const keyVal = { public: Buffer.from(raw, 'base64url').toString('hex') };
  const keyID = createHash('sha256').update(JSON.stringify(keyVal)).digest('hex');
  return new Key({ keyID, keyType: 'ed25519', scheme: 'ed25519', keyVal });
};

type Signable = Root | Snapshot | Targets | Timestamp;

/** The metadata as a file, signed by these keys. */
export const signedBy = (signed: Signable, keys: readonly KeyObject[]): Buffer => {
  const metadata = new Metadata(signed);
  for (const key of keys)
    metadata.sign(
      (bytes) => new Signature({ keyID: tufKey(rawKey(key)).keyID, sig: sign(null, bytes, key).toString('hex') }),
    );
  return Buffer.from(JSON.stringify(metadata.toJSON()));
};

/** A date as TUF writes it: to the second. */
export const tufDate = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;

/** The object that a metadata file holds; not checked for anything. */
export const jsonOf = (file: Buffer) => JSON.parse(file.toString()) as Parameters<typeof Metadata.fromJSON>[1];

export const readRootFile = (file: Buffer): Metadata<Root> => Metadata.fromJSON(MetadataKind.Root, jsonOf(file));

/** Whose signatures a role needs, in the form of our own statements. */
export const roleKeysOf = ({ signed }: Metadata<Root>, name: MetadataKind): RoleKeys => {
  const role = signed.roles[name];
  const keys = (role?.keyIDs ?? []).flatMap((id) => signed.keys[id]?.keyVal['public'] ?? []);
  return { keys: keys.map((hex) => Buffer.from(hex, 'hex').toString('base64url')), threshold: role?.threshold ?? 1 };
};
