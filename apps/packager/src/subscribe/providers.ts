import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MetadataKind } from '@tufjs/models';
import { z } from 'zod';
import { readRootFile, roleKeysOf } from '../share/tuf.ts';

const providerName = /^[a-z0-9][a-z0-9-]{0,49}$/;
const providerFile = z.strictObject({
  /** Where its files lie, without a slash at the end. */
  from: z.url({ protocol: /^https$/ }).max(1_000),
  /** Channels that it may speak for; null: all that this packager knows. */
  only: z.array(z.string().min(1).max(200)).max(1_000).nullable(),
});
export interface Provider extends z.output<typeof providerFile> {
  name: string;
  /** What was read of its metadata, and at first the root that the operator pinned. */
  metadata: string;
}

const folderOf = (home: string, name: string): string => join(home, 'providers', name);

/** The providers that the operator has subscribed to, in the order of their names. No server can add one. */
export const readProviders = (home: string): Provider[] => {
  const folder = join(home, 'providers');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => providerName.test(name))
    .toSorted()
    .map((name) => {
      const file = join(folder, name, 'provider.json');
      const read = providerFile.safeParse(JSON.parse(readFileSync(file, 'utf8')));
      if (!read.success) throw new Error(`${file} cannot be read. Subscribe again with \`packager subscribe\`.`);
      return { ...read.data, name, metadata: join(folder, name, 'metadata') };
    });
};

interface Subscription {
  home: string;
  name: string;
  from: string;
  /** The root that the provider gave to the operator, by another way than its web server. */
  root: Buffer;
  only: readonly string[];
}

/** Pins the root of a provider. What was read of a provider of this name before is forgotten. Gives its fingerprint. */
export const subscribe = ({ home, name, from, root, only }: Subscription): { fingerprint: string; signers: string } => {
  if (!providerName.test(name)) throw new Error('The name of a provider has small letters, digits and dashes only.');
  const read = providerFile.safeParse({ from: from.replace(/\/$/, ''), only: only.length > 0 ? [...only] : null });
  if (!read.success) throw new Error(`Not an address to subscribe to. ${z.prettifyError(read.error)}`);
  const pinned = readRootFile(root);
  pinned.verifyDelegate(MetadataKind.Root, pinned);
  const { keys, threshold } = roleKeysOf(pinned, MetadataKind.Root);
  const folder = folderOf(home, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'metadata'), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'metadata', 'root.json'), root, { flush: true });
  writeFileSync(join(folder, 'provider.json'), `${JSON.stringify(read.data, null, 2)}\n`, { flush: true });
  return {
    fingerprint: createHash('sha256').update(root).digest('hex'),
    signers: `${threshold} of ${keys.length}`,
  };
};
