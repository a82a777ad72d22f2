import { createHash, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sealApprovals, signInRole } from '@patchkeep/orders/custom/approval';
import { approvers } from '@patchkeep/orders/custom/approvers';
import { rawKey } from '@patchkeep/orders/envelope';
import { type PackageStatement, signStatement } from '@patchkeep/orders/statements';
import { checkpointKey, holdCeremony, readKey, signerFolder } from '../../../signer/src/keys.ts';
import { serveFolder } from '../../../signer/src/serve.ts';
import { importPackage } from '../modules/catalog/public.ts';
import { globalQueries } from '../platform/db/global.ts';
import { openFileStore } from '../platform/files/file-store.ts';
import { type TestApp, testApp } from './app.ts';
import { channelOf } from './approval-world.ts';
import { applicationNames, versionNumbers } from './fleet-world.ts';
import { jobTools } from './jobs.ts';

type About = Partial<PackageStatement> & Pick<PackageStatement, 'channelTag' | 'version'>;

/** A signer with keys of its own, listening as in life, and the offline keys that vouch for packages. */
export const raiseSigner = async (clock: () => Date, ordersPerMinute = 1_000) => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-signer-'));
  const [offline, home, socket] = ['offline', 'signer', 'socket'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  holdCeremony({ offline, signer: home, now: clock() });
  const serving = await serveFolder(home, { ordersPerMinute, newSitesPerDay: 1_000 }, socket, clock);
  const keysOf = (role: string): KeyObject[] =>
    readdirSync(offline)
      .filter((name) => name.startsWith(role))
      .map((name) => readKey(join(offline, name)));
  const catalogueKeys = keysOf('catalogue');
  return {
    socket,
    root: serving.root,
    /** What `signer checkpoint-key` prints. */
    checkpointKey: rawKey(createPublicKey(checkpointKey(home))),
    /** The signer's own record of what it vouched for. */
    checkpointRecord: signerFolder(home).checkpointRecord,
    files: join(folder, 'files'),
    /** As `signer name-approvers` signs a statement about approvers with the root keys. */
    approveByRoot: (text: string): string =>
      sealApprovals(
        approvers.type,
        text,
        keysOf('root').map((key) => signInRole(approvers.type, text, key)),
      ),
    vouchFor(content: Buffer, more: About): string {
      const statement: PackageStatement = {
        release: 1,
        expires: clock().getTime() + 365 * 86_400_000,
        sha256: createHash('sha256').update(content).digest('hex'),
        bytes: content.length,
        kind: 'msi',
        scope: 'machine',
        installArguments: [],
        removeArguments: [],
        options: {},
        ...more,
      };
      return signStatement('package', statement, catalogueKeys);
    },
    async close() {
      await serving.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
export type RaisedSigner = Awaited<ReturnType<typeof raiseSigner>>;

/** A package that is vouched for and imported, as an operator does it. Gives what vouches for it. */
export const importVouched = async (
  app: TestApp,
  signer: RaisedSigner,
  about: About,
  content: Buffer = randomBytes(100),
): Promise<string> => {
  const envelope = signer.vouchFor(content, about);
  const store = { db: globalQueries(jobTools(app).pool), files: openFileStore(signer.files), root: signer.root };
  const bytes = async function* () {
    yield content;
  };
  await importPackage(store, envelope, bytes());
  return envelope;
};

const beginning = new Date('2026-11-15T09:00:00Z');

/** An app that has a signer, on one clock; closing it closes both. */
export const signingApp = async (env: Record<string, string> = {}): Promise<{ app: TestApp; signer: RaisedSigner }> => {
  const clock: { of?: TestApp } = {};
  const signer = await raiseSigner(() => clock.of?.clock.now ?? beginning);
  const app = await testApp({
    env: { PATCHKEEP_SIGNER_SOCKET: signer.socket, PATCHKEEP_FILES_DIR: signer.files, ...env },
  });
  clock.of = app;
  const close = async () => {
    await app.close();
    await signer.close();
  };
  return { app: { ...app, close }, signer };
};

/** Vouches for every version of every application of an approval world, for machines that run Windows. */
export const vouchForAll = async (app: TestApp, signer: RaisedSigner): Promise<void> => {
  for (const name of applicationNames)
    for (const version of versionNumbers)
      await importVouched(app, signer, { channelTag: channelOf(name), version: `${version}.0` });
};
