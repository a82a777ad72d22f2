import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isJudgement } from '../evidence/holds.ts';
import type { Entry } from '../evidence/ledger.ts';
import { startClamd } from '../testkit/clamd.ts';
import { type Bench, createBench, type Hostile } from '../testkit/hostile/bench.ts';
import { hostileFiles, someHostileFiles } from '../testkit/hostile/hostile-files.ts';
import { markOf } from '../testkit/hostile/other-kinds.ts';
import { sha256Of, writeManifest } from '../testkit/manifest.ts';
import { hasTools } from '../testkit/tools.ts';
import { createWorld } from '../testkit/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-hostile-'));
const at = (name: string): string => join(folder, name);
const trial = fileURLToPath(new URL('../testkit/prepare-trial.ts', import.meta.url));
const judgements = [
  'publisherNew',
  'publisherChanged',
  'unsigned',
  'bytesAdded',
  'newDomain',
  'notScanned',
  'scannerStale',
  'olderVersion',
];

describe.skipIf(!hasTools())('hostile files', () => {
  let world: Awaited<ReturnType<typeof createWorld>>;
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  let bench: Bench;
  beforeAll(async () => {
    world = await createWorld(folder, { 'inner.vendor.test': '192.168.7.7', 'stranger.test': '93.184.216.36' });
    clamd = await startClamd(folder);
    bench = createBench(folder);
  });
  afterAll(async () => {
    world.stop();
    await clamd.stop();
    rmSync(folder, { recursive: true });
  });

  const proposals = at('proposals');
  mkdirSync(proposals);
  /** A ledger with one line, of the version before. */
  const writeLedger = (path: string, past: NonNullable<Hostile['past']>): void => {
    const line: Entry = {
      at: 1,
      channel: '7-zip',
      packageId: '7zip.7zip',
      version: '2.5.0',
      variant: 'x64 machine msi',
      release: 1_024,
      sha256: 'b'.repeat(64),
      domain: 'vendor.test',
      publisher: null,
      upgradeCode: null,
      lifted: [],
      reason: null,
      ...past,
    };
    writeFileSync(path, `${JSON.stringify(line)}\n`);
  };
  const tryOf = ({ hold, make, told, past }: Hostile, no: number) => {
    const file = make();
    const served = { url: `https://vendor.test/file/${file}`, sha256: sha256Of(at(file)), ...told };
    const ledger = at(`ledger-${no}`);
    if (past) writeLedger(ledger, past);
    return {
      packageId: '7zip.7zip',
      version: '2.5.1',
      roots: bench.roots,
      clamd: clamd.socket,
      reason: 'a test',
      choice: {},
      manifests: [writeManifest(at(`manifests-${no}`), served)],
      out: join(proposals, String(no)),
      ledger,
      lifted: judgements.filter((name) => name !== hold),
    };
  };
  const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

  it('become no proposal and are not run, whatever a person lifts', () => {
    const hostile = process.env['FULL_SIZE'] ? hostileFiles(bench) : someHostileFiles(bench);
    const tries = hostile.map(tryOf);
    const ledgers = tries.map(({ ledger }) => textOf(ledger));
    writeFileSync(at('tries.json'), JSON.stringify(tries));
    const { stdout, stderr } = world.run(trial, at('tries.json'));
    if (stdout === '') throw new Error(stderr);
    const holds = JSON.parse(stdout) as string[][];
    // What only a judgement keeps is kept by it alone; beside a fact there may be others.
    const found = hostile.map(({ name, hold }, no) => ({
      name,
      holds: isJudgement(hold) ? holds[no] : holds[no]?.filter((one) => one === hold),
    }));
    expect(found).toEqual(hostile.map(({ name, hold }) => ({ name, holds: [hold] })));
    expect(readdirSync(proposals)).toEqual([]);
    expect(tries.map(({ ledger }) => textOf(ledger))).toEqual(ledgers);
    expect(existsSync(markOf(folder))).toBe(false);
  });

  it('are 60 and more, each another, and the good ones among them would be proposed', () => {
    const names = hostileFiles(bench).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(60);
    const good = ['tool.msi', 'setup.exe'].map((file, index) =>
      tryOf(
        { name: file, hold: 'infected', make: () => file, told: { kind: index === 0 ? 'wix' : 'nullsoft' } },
        1_000 + index,
      ),
    );
    writeFileSync(at('tries.json'), JSON.stringify(good));
    expect(JSON.parse(world.run(trial, at('tries.json')).stdout)).toEqual([[], []]);
    // The scripts among them would leave their mark.
    const script = hostileFiles(bench).find(({ name }) => name === 'a script for a shell');
    execFileSync('sh', [at(script?.make() ?? '')]);
    expect(existsSync(markOf(folder))).toBe(true);
  });
});
