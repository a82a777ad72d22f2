import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PackageBuild, WantedPackages } from '@patchkeep/contract/packager';
import { followRoots, judge, nextRoot, type Trust } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { readStatement, type Root, signersOf } from '@patchkeep/orders/statements';
import { askSocket, readText } from '@patchkeep/socket/ask';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { clientOf } from '../testkit/client.ts';
import { type GuardedWorld, guardedWorld } from '../testkit/guarded-world.ts';
import { makeMsi, makeSetup, sign } from '../testkit/installers.ts';
import { sha256Of } from '../testkit/manifest.ts';
import { hasTools } from '../testkit/tools.ts';

const signerProgram = fileURLToPath(new URL('../../../signer/src/main.ts', import.meta.url));
/** Not in one breath: a connection that is kept open would be closed meanwhile, unnoticed. */
const run = async (...args: string[]): Promise<string> => (await promisify(execFile)(process.execPath, args)).stdout;
const signer = (...args: string[]): Promise<string> => run(signerProgram, ...args);
const allows = { refusedKinds: [], refusedChannels: [] };
const site = randomUUID();

describe.skipIf(!hasTools())('from simple to guarded to offline', () => {
  let world: GuardedWorld;
  const kept: { root: string; statement: string }[] = [];
  let packager: { kill(): Promise<void> } | undefined;
  beforeAll(async () => {
    world = await guardedWorld();
    const { at, authority, publish } = world;
    sign(makeMsi(at(''), 'plain.msi', '2.5.1'), at('tool.msi'), authority.publisher('Igor Pavlov'));
    publish({ url: 'https://vendor.test/file/tool.msi', sha256: sha256Of(at('tool.msi')) });
    await signer('ceremony', '--offline', at('offline'), '--signer', at('signer-1'), '--packager', at('home'));
  });
  afterAll(() => world.end());

  const client = () => clientOf(world.at('packager.sock'));
  const want = (version: string, lifted: WantedPackages['lifted'] = []) =>
    client().want({ wanted: [{ channelTag: '7-zip', version }], lifted });
  const serve = async (...mode: string[]): Promise<void> => {
    await packager?.kill();
    const given = ['--home', world.at('home'), '--socket', world.at('packager.sock')];
    packager = await world.started('serve', ...given, '--manifests', world.at('packager-manifests'), ...mode);
  };
  const serveGuarded = (): Promise<void> =>
    serve('--mode', 'guarded', '--verifier', world.verifierKey, '--verifier-socket', world.verifierSocket);
  const reaches = (state: string, says = ''): Promise<PackageBuild> =>
    vi.waitUntil(
      async () =>
        (await client().builds()).find((one) => one.state === state && (one.holds[0]?.says ?? '').includes(says)),
      { timeout: 100_000, interval: 50 },
    );
  const rotate = async (from: number, ...mode: string[]): Promise<void> => {
    const folders = ['--signer', world.at(`signer-${from}`), '--out', world.at(`signer-${from + 1}`)];
    await signer('rotate', '--offline', world.at('offline'), ...folders, ...mode);
  };
  const rootOf = (no: number): string => readFileSync(join(world.at(`signer-${no}`), 'root.json'), 'utf8');
  const hashUnder = (statement: string, { catalogue }: Root): string =>
    readStatement('package', statement, signersOf(catalogue)).hash;
  /** Keeps what is signed now, and by which root. */
  const keepSigned = async (no: number): Promise<void> => {
    const { build, statementHash } = await reaches('ready');
    const statement = await client().text('GET', `/builds/${build}/statement`);
    expect(hashUnder(statement, readRoot(rootOf(no)))).toBe(statementHash);
    kept.push({ root: rootOf(no), statement });
  };

  it('the packager vouches alone at first', async () => {
    await serve();
    await want('2.5.1');
    await keepSigned(1);
    expect(readRoot(rootOf(1)).catalogue).toMatchObject({ threshold: 1 });
  });

  it('waits for a verifier that does not answer, and goes on by itself when it does', async () => {
    await rotate(1, '--mode', 'guarded', '--verifier', world.verifierKey);
    expect(readRoot(rootOf(2)).catalogue).toEqual({
      keys: [...readRoot(rootOf(1)).catalogue.keys, world.verifierKey],
      threshold: 2,
    });
    await serveGuarded();
    await want('2.5.1');
    const { build, statementHash } = await reaches('awaitsVerifier', 'The verifier does not answer');
    expect(statementHash).toBeNull();
    await expect(client().text('GET', `/builds/${build}/statement`)).rejects.toThrow('404');
    await world.startVerifier();
    await keepSigned(2);
  });

  it('only proposes in offline mode, and people sign one after the other', async () => {
    await rotate(2, '--mode', 'offline');
    await serve('--mode', 'offline', '--root', join(world.at('signer-3'), 'root.json'));
    await want('2.5.1');
    await reaches('awaitsPerson', 'have not signed it yet');
    const proposals = join(world.at('home'), 'builds');
    const vouch = (key: string): Promise<string> =>
      signer('vouch', '--offline', world.at('offline'), '--key', key, '--proposals', proposals);
    expect(await vouch('catalogue-1.pem')).toContain(`7-zip 2.5.1 machine msi ${sha256Of(world.at('tool.msi'))}`);
    await reaches('awaitsPerson', 'not by as many of the keys');
    await vouch('catalogue-2.pem');
    await keepSigned(3);
  });

  it('hosts that were off meanwhile follow root by root, and take only what counts under the newest', async () => {
    const socketPath = world.at('signer.sock');
    await world.startOther(signerProgram, 'serve', '--signer', world.at('signer-3'), '--socket', socketPath);
    const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
      const where = { socketPath, who: 'The signer', timeoutMs: 30_000 };
      return JSON.parse(await readText(await askSocket(where, method, path, body && JSON.stringify(body)), 1_000_000));
    };
    const { steps } = (await ask('GET', '/root')) as { steps: string[] };
    const [simple, guarded, offline] = kept.map(({ root, statement }) => ({ root: readRoot(root), statement }));
    if (!simple || !guarded || !offline) throw new Error('A mode is missing');
    // The second had been given the package before it was switched off, the third had followed to the first change.
    const states: Pick<Trust, 'root' | 'releases'>[] = [
      { root: simple.root, releases: {} },
      { root: simple.root, releases: { '7-zip': 1_024 } },
      { root: guarded.root, releases: { '7-zip': 1_024 } },
    ];
    for (const state of states) {
      const missed = steps.slice(state.root.version - 1);
      let root = state.root;
      for (const step of missed) root = nextRoot(step, root, Date.now());
      expect(root).toEqual(offline.root);
      expect(readRoot(followRoots(missed, state.root, Date.now()) ?? '')).toEqual(root);
      const known = { agent: randomUUID(), site, siteVersion: 0, incarnation: 0, sequence: 0, latest: 0 };
      const deliver = async (trust: Trust, statement: string, statementHash: string) => {
        const order = { agent: known.agent, task: randomUUID(), kind: 'upgrade-package', statementHash };
        const more = { options: {}, kbs: [], attempt: 1, secondsToLive: 3_600 };
        const signed = (await ask('POST', '/sign', { site, orders: [{ ...order, ...more }] })) as {
          site: string;
          freshness: string;
          orders: string[];
        };
        const delivery = { ...signed, order: signed.orders[0] ?? '', package: statement };
        return judge(delivery, trust, allows, Date.now());
      };
      const followed = { ...known, ...state, root };
      const current = hashUnder(offline.statement, offline.root);
      expect((await deliver(followed, offline.statement, current)).package?.version).toBe('2.5.1');
      for (const { statement, root: former } of [simple, guarded])
        await expect(deliver(followed, statement, hashUnder(statement, former))).rejects.toThrow('notSigned');
      await expect(deliver({ ...followed, root: state.root }, offline.statement, current)).rejects.toThrow('notSigned');
    }
    expect(() => hashUnder(simple.statement, guarded.root)).toThrow('notSigned');
  });

  it('a judgement is lifted on both machines, and the server has no say', async () => {
    const { at, publish, program } = world;
    makeSetup(at(''), 'unsigned.exe', '2.6.0');
    const address = { url: 'https://vendor.test/file/unsigned.exe', sha256: sha256Of(at('unsigned.exe')) };
    publish({ ...address, version: '2.6.0', kind: 'nullsoft' });
    const release = (home: string, build: string, hold: string): Promise<string> =>
      run(program, 'release', build, hold, '--home', home, '--reason', 'a test');
    await serveGuarded();
    await want('2.6.0');
    const { build, holds, since } = await reaches('held', 'Not signed');
    expect(holds).toMatchObject([{ name: 'publisherChanged', isLiftable: false, isLiftedThere: true }]);
    await want('2.6.0', [{ build, hold: 'publisherChanged', reason: 'a stolen server' }]);
    expect((await client().builds())[0]).toMatchObject({ state: 'held', since });
    await release(at('home'), build, 'publisherChanged');
    await want('2.6.0');
    const disagreed = await reaches('held', 'publisherChanged: Not signed');
    expect(disagreed.holds.map(({ name }) => name)).toEqual(['verifierDisagrees']);
    await release(world.verifierHome, build, 'publisherChanged');
    await release(at('home'), build, 'verifierDisagrees');
    await want('2.6.0');
    expect((await reaches('ready')).evidence).toMatchObject({ lifted: ['publisherChanged'] });
    await expect(release(at('home'), build, 'infected')).rejects.toThrow('is not a judgement');
  });
});
