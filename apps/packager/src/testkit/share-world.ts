import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rawKey } from '@patchkeep/orders/envelope';
import { type PackageStatement, signStatement } from '@patchkeep/orders/statements';
import type { CatalogueLine, PackageLine } from '../share/catalogue.ts';
import { publish } from '../share/publish.ts';
import { makeShareRoot } from '../share/share-root.ts';
import { catalogueName, tufKey } from '../share/tuf.ts';
import { readProviders, subscribe } from '../subscribe/providers.ts';
import { readProvider } from '../subscribe/read-provider.ts';
import { bundleSource } from '../subscribe/source.ts';

const day = 86_400_000;
export const makeKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

export const statementOf = (more: Partial<PackageStatement> = {}): PackageStatement => ({
  channelTag: '7-zip',
  version: '26.02',
  release: 1_024,
  expires: Date.now() + 90 * day,
  sha256: 'a'.repeat(64),
  bytes: 1_000,
  kind: 'msi',
  scope: 'machine',
  installArguments: ['/qn'],
  removeArguments: [],
  options: {},
  installedAs: { names: ['7-zip'], publishers: ['igor pavlov'], scheme: 'generic' },
  ...more,
});

export const lineOf = (statement: string, more: Partial<PackageLine> = {}): PackageLine => ({
  kind: 'package',
  packageId: '7zip.7zip',
  variant: { architecture: 'x64', scope: 'machine', family: 'msi', listedAs: 'msi', locale: null, edition: null },
  productCodes: [],
  address: 'https://vendor.test/file/tool.msi',
  statement,
  ...more,
});

/** The keys of a provider: three of the root, of which two must sign, one that vouches, one online. */
export const providerKeys = () => ({ roots: [makeKey(), makeKey(), makeKey()], voucher: makeKey(), online: makeKey() });
export type ProviderKeys = ReturnType<typeof providerKeys>;

/** The root statement of the provider's own installation. */
const installationRoot = ({ roots, voucher }: ProviderKeys): string => {
  const role = (keys: readonly KeyObject[], threshold: number) => ({ keys: keys.map(rawKey), threshold });
  const about = { version: 1, expires: Date.now() + 365 * day, sites: role([makeKey()], 1) };
  return signStatement('root', { ...about, root: role(roots, 2), catalogue: role([voucher], 1) }, roots);
};

/** Metadata as its file has it; tests change it and sign it anew. */
export interface MetadataFile {
  signed: Record<string, unknown> & { version: number; expires: string };
  signatures: { keyid: string; sig: string }[];
}

/** A provider and a subscriber to it. The folder `web/NAME` is what the provider's web server serves. */
export const shareWorld = (folder: string, name = 'provider') => {
  const keys = providerKeys();
  const [roots, out, home] = [join(folder, 'roots'), join(folder, 'web', name), join(folder, 'subscriber')];
  mkdirSync(roots, { recursive: true });
  const addRoot = (version: number, by: ProviderKeys, after?: ProviderKeys): Buffer => {
    const before = version === 1 ? undefined : readFileSync(join(roots, `${version - 1}.root.json`));
    const { file } = makeShareRoot({
      root: installationRoot(by),
      online: rawKey(by.online),
      keys: [...by.roots, ...(after?.roots ?? [])],
      after: before,
      now: Date.now(),
    });
    writeFileSync(join(roots, `${version}.root.json`), file);
    return file;
  };
  addRoot(1, keys);
  const sealed = (more: Partial<PackageStatement> = {}, by = keys.voucher): string =>
    signStatement('package', statementOf(more), [by]);
  const share = (lines: readonly CatalogueLine[], { by = keys, now = Date.now() } = {}): void =>
    publish({ roots, vouchers: [by.voucher], online: by.online, lines, out, now });
  const at = (file: string): string => join(out, file);
  const newest = (role: string): string =>
    readdirSync(out)
      .filter((file) => file.endsWith(`.${role}.json`))
      .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
      .at(-1) ?? '';
  return {
    keys,
    home,
    out,
    at,
    newest,
    roots,
    addRoot,
    sealed,
    share,
    subscribe: (root = readFileSync(join(roots, '1.root.json')), only: readonly string[] = []) =>
      subscribe({ home, name, from: 'https://provider.test/share', root, only }),
    /** What a subscriber reads from the folder; the same checks as over the network. */
    read: async () => {
      const [provider] = readProviders(home);
      if (!provider) throw new Error('Nobody has subscribed');
      return readProvider(provider, bundleSource(join(folder, 'web'), name), Date.now());
    },
    json: (file: string): MetadataFile => JSON.parse(readFileSync(at(file), 'utf8')) as MetadataFile,
    put: (file: string, content: unknown): void =>
      writeFileSync(at(file), content instanceof Buffer ? content : JSON.stringify(content)),
    /** The name of the newest catalogue. */
    catalogue: (): string => {
      const { signed } = JSON.parse(readFileSync(at(newest('targets')), 'utf8')) as MetadataFile;
      const targets = signed['targets'] as Record<string, { hashes: { sha256: string } }>;
      return `${targets[catalogueName]?.hashes.sha256}.${catalogueName}`;
    },
  };
};
export type ShareWorld = ReturnType<typeof shareWorld>;

export const sha256Of = (file: Buffer): string => createHash('sha256').update(file).digest('hex');
export const keyIdOf = (key: KeyObject): string => tufKey(rawKey(key)).keyID;
