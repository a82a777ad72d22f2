import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PackageBuild } from '@patchkeep/contract/packager';
import { readRoot } from '@patchkeep/orders/root';
import { readStatement, signersOf } from '@patchkeep/orders/statements';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Entry } from '../evidence/ledger.ts';
import { createAuthority } from '../testkit/authority.ts';
import { startClamd } from '../testkit/clamd.ts';
import { clientOf } from '../testkit/client.ts';
import { makeSetup, sign } from '../testkit/installers.ts';
import { sha256Of, writeManifest } from '../testkit/manifest.ts';
import { type Moment, powerCuts } from '../testkit/power-cut.ts';
import { hasTools } from '../testkit/tools.ts';
import { createWorld } from '../testkit/world.ts';
import { buildIdOf } from './build-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-kills-'));
const at = (name: string): string => join(folder, name);
const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const powerCut = new URL('../testkit/power-cut.ts', import.meta.url).href;
const signerProgram = fileURLToPath(new URL('../../../signer/src/main.ts', import.meta.url));

/** What the packager does at the network it is killed at by us, while nothing comes; the others are calls of its own. */
const waits = ['the manifests come', 'the file comes', 'the scanner looks'] as const;
const steps: readonly (Moment | (typeof waits)[number])[] = [...waits, ...powerCuts];
const rounds = process.env['FULL_SIZE'] ? 20 : 1;
/** Each version is killed once, one step after the other: a version that is older than another's would be held. */
const builds = Array.from({ length: rounds * steps.length }, (_, index) => {
  const version = `3.${index + 1}.0`;
  const step = steps[Math.floor(index / rounds)] ?? 'the file comes';
  return { version, step, build: buildIdOf('7-zip', version, 'x86 machine exe') };
});
type Killed = (typeof builds)[number];

const patience = { timeout: 60_000, interval: 5 };
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

describe.skipIf(!hasTools())('a packager that is killed', () => {
  let world: Awaited<ReturnType<typeof createWorld>>;
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  let running: Awaited<ReturnType<typeof world.startWith>> | undefined;
  let roots = '';
  let sha256 = '';
  const [home, signer] = [at('home'), at('signer')];
  // Takes the file and never answers.
  let onLooked = (): void => undefined;
  const deafScanner = createServer((socket) =>
    socket
      .on('data', (chunk) => {
        if (chunk.includes('VERSION')) socket.end('ClamAV 1.4.6\0');
        else onLooked();
      })
      // The packager is killed while it is connected: its end is a reset where it had not read everything.
      .on('error', () => undefined),
  );
  beforeAll(async () => {
    world = await createWorld(folder, {});
    clamd = await startClamd(folder);
    await once(deafScanner.listen(at('deaf.sock')), 'listening');
    const authority = createAuthority(folder, 'Code');
    roots = authority.root;
    // It names no version of its own, so it can be that of each.
    sign(makeSetup(folder, 'plain.exe', '0.0.0'), at('setup.exe'), authority.publisher('Igor Pavlov'));
    sha256 = sha256Of(at('setup.exe'));
    mkdirSync(at('manifests'));
    for (const { version, step } of builds) {
      const url = `https://vendor.test/${step === 'the file comes' ? 'stall' : 'file'}/setup.exe?${version}`;
      writeManifest(at('manifests'), { version, kind: 'nullsoft', url, sha256 });
    }
    execFileSync('tar', ['-czf', at('manifests.tar.gz'), '-C', at('manifests'), 'manifests']);
    const keys = ['--offline', at('offline'), '--signer', signer, '--packager', home];
    execFileSync(process.execPath, [signerProgram, 'ceremony', ...keys]);
  });
  afterEach(() => running?.kill());
  afterAll(async () => {
    world.stop();
    await clamd.stop();
    deafScanner.close();
    rmSync(folder, { recursive: true });
  });

  /** Only our own signatures are loaded, which have no date: the one judgement that a person lifts here. */
  const lifted = builds.map(({ build }) => ({ build, hold: 'scannerStale', reason: 'a test' }));
  const start = async (next?: Killed) => {
    const from = `https://vendor.test/${next?.step === 'the manifests come' ? 'stall' : 'file'}/manifests.tar.gz?${next?.version}`;
    const scanner = next?.step === 'the scanner looks' ? at('deaf.sock') : clamd.socket;
    const given = ['--home', home, '--socket', `${home}.sock`, '--roots', roots, '--clamd', scanner];
    const moment = powerCuts.find((one) => one === next?.step);
    running = await world.startWith(
      moment && next ? { POWER_CUT: JSON.stringify({ ...next, moment }) } : {},
      '--import',
      powerCut,
      program,
      'serve',
      '--manifests-from',
      from,
      ...given,
    );
    const client = clientOf(`${home}.sock`);
    const want = (...wanted: (Killed | undefined)[]) =>
      client.want({
        wanted: wanted.flatMap((one) => (one ? [{ channelTag: '7-zip', version: one.version }] : [])),
        lifted,
      });
    return { process: running, client, want };
  };
  const readLedger = (): Entry[] =>
    sizeOf(join(home, 'ledger.jsonl')) === 0
      ? []
      : readFileSync(join(home, 'ledger.jsonl'), 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as Entry);

  /** Has a version made until its step has come, and ends the packager there. */
  const killAt = async (next: Killed): Promise<void> => {
    const { process, want } = await start(next);
    const looked = new Promise<void>((resolve) => (onLooked = resolve));
    // The answer may not come any more.
    const wanted = want(next).catch(() => undefined);
    const isStaged = (): boolean =>
      readdirSync(join(home, 'builds')).some(
        (name) => name.startsWith(`.${next.build}-`) && sizeOf(join(home, 'builds', name, 'installer.exe')) > 0,
      );
    if (next.step === 'the manifests come')
      await vi.waitUntil(() => sizeOf(join(home, 'manifests.tar.gz.coming')) > 0, patience);
    else if (next.step === 'the file comes') await vi.waitUntil(isStaged, patience);
    else if (next.step === 'the scanner looks') await looked;
    // Of anything else it would have died another way.
    else expect(await process.ended).toEqual([null, 'SIGKILL']);
    await process.kill();
    await wanted;
  };

  it.each(steps.map((step) => [step]))(
    'goes on by itself, with the same release and nothing by half: %s',
    { timeout: 3_600_000 },
    async (step) => {
      const { catalogue } = readRoot(readFileSync(join(signer, 'root.json'), 'utf8'));
      for (const killed of builds.filter((one) => one.step === step)) {
        await killAt(killed);
        const before = readLedger();
        const { process, client, want } = await start();
        const ready = await vi.waitUntil(async (): Promise<PackageBuild | undefined> => {
          await want(killed);
          return (await client.builds()).find(({ build, state }) => build === killed.build && state === 'ready');
        }, patience);
        const text = await client.text('GET', `/builds/${killed.build}/statement`);
        const { statement, hash } = readStatement('package', text, signersOf(catalogue));
        const entries = readLedger();
        const own = entries.filter(({ version }) => version === killed.version);
        expect([own.length, own[0]?.sha256]).toEqual([1, sha256]);
        expect([hash, statement]).toEqual([
          ready.statementHash,
          expect.objectContaining({ version: killed.version, release: own[0]?.release, sha256 }),
        ]);
        // Nothing that was promised before the kill is gone, and no release is another's too.
        expect(entries.slice(0, before.length)).toEqual(before);
        expect(new Set(entries.map(({ release }) => release)).size).toBe(entries.length);
        expect(readdirSync(join(home, 'builds')).toSorted()).toEqual([killed.build, `${killed.build}.json`]);
        expect(readdirSync(join(home, 'builds', killed.build)).toSorted()).toEqual([
          'about.json',
          'evidence.json',
          'installer.exe',
          'package.statement',
        ]);
        await process.kill();
      }
    },
  );

  it('leaves nothing of what is not wanted any more', async () => {
    const [stalled] = builds.filter(({ step }) => step === 'the scanner looks');
    if (stalled) await killAt(stalled);
    expect(readdirSync(join(home, 'builds')).length).toBeGreaterThan(0);
    const { process, want } = await start();
    await want();
    await vi.waitUntil(() => readdirSync(join(home, 'builds')).length === 0, patience);
    await process.kill();
  });
});
