import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildEvidence, PackageBuild, ProviderState, VouchingMode } from '@patchkeep/contract/packager';
import type { PackageStatement } from '@patchkeep/orders/statements';
import pg from 'pg';
import {
  replaceBuilds,
  upsertContact,
} from '../../apps/server/src/modules/catalog/packages/package-builds.repository.ts';
import { insertStatement } from '../../apps/server/src/modules/catalog/packages/packages.repository.ts';
import { globalQueries } from '../../apps/server/src/platform/db/global.ts';
import { eventually } from './agent-parts.ts';
import type { SignerProcess } from './signer.ts';
import type { Stack } from './stack.ts';

/* Writes what the packager would have told, as the worker does; tests of the packager show how it comes about. */

type Db = ReturnType<typeof globalQueries>;
const asWorker = async (stack: Stack, act: (db: Db) => Promise<void>): Promise<void> => {
  const pool = new pg.Pool({ connectionString: stack.workerUrl, max: 1 });
  try {
    await act(globalQueries(pool));
  } finally {
    await pool.end();
  }
};

const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The packager answered so long ago, and has been silent for so long, or is not. */
export const setContact = (
  stack: Stack,
  at: { answeredMinutesAgo: number; silentMinutesAgo?: number; providers?: ProviderState[]; mode?: VouchingMode },
) =>
  asWorker(stack, async (db) => {
    await upsertContact(db, ago(at.answeredMinutesAgo), { providers: at.providers ?? [], mode: at.mode ?? 'simple' });
    if (at.silentMinutesAgo !== undefined) await upsertContact(db, ago(at.silentMinutesAgo));
  });

const build = (channelTag: string, version: string, more: Partial<PackageBuild>): PackageBuild => ({
  build: hashOf(`${channelTag} ${version}`).slice(0, 32),
  channelTag,
  version,
  variant: 'x64 machine exe',
  fits: { architectures: ['x64'], scope: 'machine', family: 'exe' },
  state: 'waiting',
  percent: null,
  holds: [],
  evidence: null,
  since: ago(3).toISOString(),
  retryAt: null,
  statementHash: null,
  ...more,
});

const evidence = (more: Partial<BuildEvidence>): BuildEvidence => ({
  address: 'https://7-zip.example/a/7z2602-x64.msi',
  sha256: hashOf('7-zip'),
  bytes: 1_990_656,
  signature: 'unsigned',
  publisher: null,
  scan: 'clean',
  scanSays: 'ClamAV 1.4.3, signatures 27812 of 2026-11-15',
  product: '7-Zip',
  company: 'Igor Pavlov',
  versions: ['26.02.00.0'],
  installArguments: ['/qn', '/norestart'],
  lifted: ['unsigned'],
  reason: 'unsigned: The hash stands on the page of the vendor',
  ...more,
});

const notepad = build('notepad-plus-plus', '8.9.1', {
  state: 'held',
  since: ago(190).toISOString(),
  retryAt: ago(-170).toISOString(),
  holds: [
    {
      name: 'publisherChanged',
      says: 'Notepad++ was signed before by GlobalSign nv-sa (BE); this file is signed by Notepad++ (FR).',
      advice: 'Ask the vendor, by another way than this file, whether it changed its signer; if so, lift it.',
      isLiftable: true,
    },
    {
      name: 'scannerStale',
      says: 'The signatures of the scanner are 9 days old.',
      advice: 'Bring the signatures of the scanner up to date with freshclam.',
      isLiftable: true,
    },
  ],
  evidence: evidence({
    address: 'https://notepad-plus-plus.example/8.9.1/npp.8.9.1.Installer.x64.exe',
    sha256: hashOf('notepad'),
    bytes: 6_745_088,
    signature: 'signed',
    publisher: { organisation: 'Notepad++', country: 'FR', root: 'GlobalSign Root CA' },
    scanSays: 'ClamAV 1.4.3, signatures 27803 of 2026-11-07',
    product: 'Notepad++',
    company: 'Don HO don.h@free.fr',
    versions: ['8.9.1', '8.91'],
    installArguments: ['/S'],
    lifted: [],
    reason: null,
  }),
});
export const heldBuild = notepad.build;

const passing = (name: string, says: string, advice: string) => [{ name, says, advice, isLiftable: false }];
const zipStatement = hashOf('statement of 7-zip');
const builds: PackageBuild[] = [
  build('7-zip', '26.02', {
    variant: 'x64 machine msi',
    fits: { architectures: ['x64'], scope: 'machine', family: 'msi' },
    state: 'ready',
    since: ago(130).toISOString(),
    evidence: evidence({ provider: 'acme' }),
    statementHash: zipStatement,
  }),
  build('google-chrome', '142.0.7444.59', {
    variant: 'x64 machine msi',
    fits: { architectures: ['x64'], scope: 'machine', family: 'msi' },
    state: 'fetching',
    percent: 41,
  }),
  build('keepass', '2.60', { variant: 'x86 machine exe', state: 'checking', since: ago(1).toISOString() }),
  build('mozilla-firefox', '145.0.1', { variant: 'x64 machine exe de-DE' }),
  build('mozilla-thunderbird', '145.0', {
    variant: 'x64 machine exe',
    state: 'awaitsVerifier',
    holds: passing(
      'awaitsVerifier',
      'The verifier does not answer (connect ENOENT).',
      'It goes on by itself once the verifier has looked at it too.',
    ),
    since: ago(12).toISOString(),
    retryAt: ago(-1).toISOString(),
  }),
  notepad,
  build('putty', '0.84', {
    variant: 'x64 machine msi',
    fits: { architectures: ['x64'], scope: 'machine', family: 'msi' },
    state: 'vendorDown',
    holds: passing('vendorDown', 'the.earth.example does not answer: connection timed out.', 'Try again later.'),
    since: ago(42).toISOString(),
    retryAt: ago(-38).toISOString(),
  }),
  build('putty', '0.84', {
    build: hashOf('putty 0.84 for 32-bit copies').slice(0, 32),
    variant: 'x86 machine msi',
    fits: { architectures: ['x86'], scope: 'machine', family: 'msi' },
    state: 'notOffered',
    holds: passing('notOffered', 'The manifest of PuTTY.PuTTY 0.84 names no installer for such copies', ''),
    since: ago(42).toISOString(),
  }),
  build('vlc-media-player', '3.0.23', {
    state: 'movedOn',
    holds: passing(
      'movedOn',
      'The file at the address has another SHA-256 than the manifest says.',
      'The vendor has replaced the file: wait for the next manifest.',
    ),
    since: ago(400).toISOString(),
    retryAt: ago(-20).toISOString(),
  }),
  build('winrar', '7.13', {
    variant: null,
    state: 'notOffered',
    holds: passing('notOffered', 'Its installer fetches more while it runs, which nobody vouches for.', ''),
    since: ago(2_000).toISOString(),
  }),
];

/** A package in each state; that of 7-Zip is in the catalogue. */
export const insertBuilds = async (stack: Stack): Promise<void> => {
  const tags = [...new Set(builds.map(({ channelTag }) => channelTag))];
  // A worker reads them from the starter just after the first start.
  await eventually(
    () => stack.sql('select from channels where channel_tag = any($1)', [tags]),
    (known) => known.length === tags.length,
    'the channels of the starter',
    90_000,
  );
  await asWorker(stack, async (db) => {
    await replaceBuilds(db, builds);
    const statement: PackageStatement = {
      channelTag: '7-zip',
      version: '26.02',
      release: 1_024,
      kind: 'msi',
      scope: 'machine',
      sha256: hashOf('7-zip'),
      bytes: 1_990_656,
      expires: ago(-89 * 1_440).getTime(),
      installArguments: ['/qn', '/norestart'],
      removeArguments: [],
      options: {},
    };
    await insertStatement(db, zipStatement, statement, 'not signed');
  });
};

/** What its installer may be told, once the catalogue asks for it. */
const toldArchiver = {
  installArguments: ['SERVER={server}', '{noIcons}'],
  options: { server: { maxLength: 100, values: null }, noIcons: { maxLength: 20, values: ['NOICONS=1'] } },
};
/** Packages that hosts also install where no copy is; of 7-Zip one whose installer can be told something. */
export const publishArchivers = async (signer: SignerProcess, stack: Stack): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-installer-'));
  for (const [channelTag, version] of [
    ['7-zip', '26.03'],
    ['winscp', '6.5.6'],
  ] as const) {
    const installer = join(folder, `${channelTag}.msi`);
    writeFileSync(installer, `the installer of ${channelTag} ${version}`);
    const more = channelTag === '7-zip' ? toldArchiver : {};
    await signer.publish(stack, installer, { channelTag, version, kind: 'msi', isInstallable: true, ...more });
  }
  rmSync(folder, { recursive: true });
};
