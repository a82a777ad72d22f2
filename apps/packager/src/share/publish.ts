import { createHash, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Metadata, MetadataKind, MetaFile, type Root, Snapshot, TargetFile, Targets, Timestamp } from '@tufjs/models';
import { type CatalogueLine, writeCatalogue } from './catalogue.ts';
import { catalogueName, jsonOf, readRootFile, signedBy, tufDate } from './tuf.ts';

const day = 86_400_000;
/** Signed online, each hour anew: whoever is kept from newer ones hears of it after so long. */
const onlineMs = 3 * day;
const targetsMs = 90 * day;
/** Those who vouch sign the same catalogue anew when its signature ends this soon. */
const renewBefore = 30 * day;
/** Somebody may be reading the state of before. */
const keepMs = 2 * day;

interface Publication {
  /** The folder of the roots that were made so far, as `N.root.json`. */
  roots: string;
  /** Those who vouch; none is needed while the catalogue stays as it is. */
  vouchers: readonly KeyObject[];
  online: KeyObject;
  lines: readonly CatalogueLine[];
  /** The folder that a web server serves. */
  out: string;
  now: number;
}
type NamedFile = readonly [name: string, file: Buffer];

const sha256Of = (file: Buffer): string => createHash('sha256').update(file).digest('hex');
const metaOf = (version: number, file: Buffer): MetaFile =>
  new MetaFile({ version, length: file.length, hashes: { sha256: sha256Of(file) } });

const readRoots = (folder: string): NamedFile[] => {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^[1-9]\d{0,3}\.root\.json$/.test(name)) : [];
  if (names.length === 0) throw new Error(`${folder} holds no 1.root.json: make it with \`packager share-root\`.`);
  const sorted = names.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  return sorted.map((name) => [name, readFileSync(join(folder, name))] as const);
};

interface SignedTargets {
  version: number;
  file: Buffer;
}

const isSignedFor = (root: Metadata<Root>, file: Buffer): boolean => {
  try {
    root.verifyDelegate(MetadataKind.Targets, Metadata.fromJSON(MetadataKind.Targets, jsonOf(file)));
    return true;
  } catch {
    return false;
  }
};

/** What was published last; undefined when nothing was. */
const lastOf = (out: string): { version: number; targets: SignedTargets } | undefined => {
  if (!existsSync(join(out, 'timestamp.json'))) return undefined;
  const read = (name: string) => jsonOf(readFileSync(join(out, name)));
  const { signed } = Metadata.fromJSON(MetadataKind.Timestamp, read('timestamp.json'));
  const snapshot = Metadata.fromJSON(MetadataKind.Snapshot, read(`${signed.snapshotMeta.version}.snapshot.json`));
  const version = snapshot.signed.meta['targets.json']?.version ?? 0;
  return {
    version: signed.version,
    targets: { version, file: readFileSync(join(out, `${version}.targets.json`)) },
  };
};

const isStillGood = ({ file }: SignedTargets, root: Metadata<Root>, hash: string, now: number): boolean => {
  const { signed } = Metadata.fromJSON(MetadataKind.Targets, jsonOf(file));
  const isSame = signed.targets[catalogueName]?.hashes['sha256'] === hash;
  return isSame && Date.parse(signed.expires) - now > renewBefore && isSignedFor(root, file);
};

/** The one that names the others comes last: whoever reads meanwhile sees the state of before, or this one. */
const writeAll = (out: string, files: readonly NamedFile[], now: number): void => {
  mkdirSync(out, { recursive: true });
  for (const [name, file] of files) {
    const path = join(out, name);
    writeFileSync(`${path}.new`, file, { flush: true });
    renameSync(`${path}.new`, path);
  }
  const named = new Set(files.map(([name]) => name));
  for (const name of readdirSync(out))
    if (/\.(?:targets\.json|snapshot\.json|jsonl\.gz)$/.test(name) && !named.has(name)) {
      const path = join(out, name);
      if (now - statSync(path).mtimeMs > keepMs) rmSync(path);
    }
};

/** Writes a catalogue for subscribers as static files: any web server can serve them. */
export const publish = ({ roots, vouchers, online, lines, out, now }: Publication): void => {
  const rootFiles = readRoots(roots);
  const root = readRootFile(rootFiles.at(-1)?.[1] ?? Buffer.alloc(0));
  const catalogue = writeCatalogue(lines);
  const hash = sha256Of(catalogue);
  const last = lastOf(out);
  // Seconds count on by themselves: a folder that was lost does not begin anew.
  const version = Math.max(Math.floor(now / 1000), (last?.version ?? 0) + 1);
  const common = { version, specVersion: '1.0.31' };
  const signTargets = (): SignedTargets => {
    const made = new Targets({ ...common, expires: tufDate(now + targetsMs) });
    made.addTarget(new TargetFile({ path: catalogueName, length: catalogue.length, hashes: { sha256: hash } }));
    const file = signedBy(made, vouchers);
    // Subscribers would refuse it: better to hear of it here.
    if (!isSignedFor(root, file))
      throw new Error('The newest root of the share names other catalogue keys, or more of them must sign.');
    return { version, file };
  };
  const targets = last && isStillGood(last.targets, root, hash, now) ? last.targets : signTargets();
  const expires = tufDate(now + onlineMs);
  const meta = { 'targets.json': metaOf(targets.version, targets.file) };
  const snapshotFile = signedBy(new Snapshot({ ...common, expires, meta }), [online]);
  const snapshotMeta = metaOf(version, snapshotFile);
  const timestampFile = signedBy(new Timestamp({ ...common, expires, snapshotMeta }), [online]);
  root.verifyDelegate(MetadataKind.Timestamp, Metadata.fromJSON(MetadataKind.Timestamp, jsonOf(timestampFile)));
  writeAll(
    out,
    [
      [`${hash}.${catalogueName}`, catalogue],
      ...rootFiles,
      [`${targets.version}.targets.json`, targets.file],
      [`${version}.snapshot.json`, snapshotFile],
      ['timestamp.json', timestampFile],
    ],
    now,
  );
};
