import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Root, Snapshot, Targets, Timestamp } from '@tufjs/models';
import { signedBy } from '../share/tuf.ts';
import { type MetadataFile, sha256Of, type ShareWorld } from './share-world.ts';

const models = { root: Root, timestamp: Timestamp, snapshot: Snapshot, targets: Targets };

/** Metadata with something changed, signed by these keys. */
export const changed = (
  role: keyof typeof models,
  { signed }: MetadataFile,
  change: Record<string, unknown>,
  keys: readonly KeyObject[],
): Buffer => signedBy(models[role].fromJSON({ ...signed, ...change } as never), keys);

export const metaOf = (file: Buffer, version: number) => ({
  version,
  length: file.length,
  hashes: { sha256: sha256Of(file) },
});

/** What a thief of the online key can do: a new snapshot and timestamp over these targets. */
export const signOnline = (
  { keys, json, put, newest }: ShareWorld,
  targets: { file: Buffer; version: number },
  { snapshot: ofSnapshot = {}, timestamp: ofTimestamp = {} }: { snapshot?: object; timestamp?: object } = {},
): void => {
  const online = [keys.online];
  const version = json('timestamp.json').signed.version + 10;
  const meta = { 'targets.json': metaOf(targets.file, targets.version) };
  const snapshot = changed('snapshot', json(newest('snapshot')), { version, meta, ...ofSnapshot }, online);
  const named = { 'snapshot.json': metaOf(snapshot, version) };
  put(`${targets.version}.targets.json`, targets.file);
  put(`${version}.snapshot.json`, snapshot);
  put('timestamp.json', changed('timestamp', json('timestamp.json'), { version, meta: named, ...ofTimestamp }, online));
};

/** Targets that these keys sign, and an online key that goes along. */
export const shareTargets = (world: ShareWorld, change: Record<string, unknown>, keys: readonly KeyObject[]): void => {
  const before = world.json(world.newest('targets'));
  const version = before.signed.version + 10;
  signOnline(world, { version, file: changed('targets', before, { version, ...change }, keys) });
};
export const targetOf = (path: string, hash: string) => ({ [path]: { length: 10, hashes: { sha256: hash } } });
export const catalogueOf = (hash: string) => targetOf('catalogue.jsonl.gz', hash);

/** A next root with something changed, signed by these keys. */
export const nextRoot = (world: ShareWorld, change: Record<string, unknown>, keys: readonly KeyObject[]): void =>
  world.put('2.root.json', changed('root', world.json('1.root.json'), { version: 2, ...change }, keys));

/** The files of the newest state, by what they are. */
export const stateOf = ({ newest, at }: ShareWorld) => ({
  timestamp: readFileSync(at('timestamp.json')),
  snapshot: readFileSync(at(newest('snapshot'))),
  targets: readFileSync(at(newest('targets'))),
});
