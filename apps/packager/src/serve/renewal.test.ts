import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { privateKeyOf } from '@patchkeep/orders/private-key';
import { readRoot } from '@patchkeep/orders/root';
import { readStatement, signersOf } from '@patchkeep/orders/statements';
import { starterChannels } from '@patchkeep/starter/channels';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openManifests } from '../manifests/manifest-index.ts';
import { loadRecipes, recipesFolder } from '../recipes/recipes.ts';
import { createAuthority } from '../testkit/authority.ts';
import { startClamd } from '../testkit/clamd.ts';
import { clientOf } from '../testkit/client.ts';
import { makeSetup, sign } from '../testkit/installers.ts';
import { sha256Of, writeManifest } from '../testkit/manifest.ts';
import { hasTools } from '../testkit/tools.ts';
import { createWorld } from '../testkit/world.ts';
import { buildIdOf, type BuildStore, openBuildStore } from './build-store.ts';
import { openBuilder } from './builder.ts';
import { serveHome } from './packager-home.ts';
import { manifestPlans } from './plans.ts';
import { simpleVouching, type Vouching } from './vouching.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-renewal-'));
const at = (name: string): string => join(folder, name);
const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const signerProgram = fileURLToPath(new URL('../../../signer/src/main.ts', import.meta.url));
const day = 86_400_000;

describe.skipIf(!hasTools())('a statement of the packager', () => {
  const [home, signer, socket] = [at('home'), at('signer'), at('socket')];
  const build = buildIdOf('7-zip', '2.5.1', 'x86 machine exe');
  const proposal = join(home, 'builds', build);
  const client = clientOf(socket);
  const wanted = {
    wanted: [{ channelTag: '7-zip', version: '2.5.1' }],
    lifted: [{ build, hold: 'scannerStale', reason: 'a test' }],
  };
  const stateOf = async (): Promise<string | undefined> =>
    (await client.builds()).find((one) => one.build === build)?.state;
  const readSigned = async () => {
    const { catalogue } = readRoot(readFileSync(join(signer, 'root.json'), 'utf8'));
    const text = await client.text('GET', `/builds/${build}/statement`);
    return readStatement('package', text, signersOf(catalogue));
  };
  let roots = '';
  let world: Awaited<ReturnType<typeof createWorld>>;

  /** Makes the package where the vendor is; afterwards nobody can reach the vendor any more. */
  beforeAll(async () => {
    world = await createWorld(folder, {});
    const clamd = await startClamd(folder);
    const authority = createAuthority(folder, 'Code');
    roots = authority.root;
    sign(makeSetup(folder, 'plain.exe', '2.5.1'), at('setup.exe'), authority.publisher('Igor Pavlov'));
    mkdirSync(at('manifests'));
    const address = { url: 'https://vendor.test/file/setup.exe', sha256: sha256Of(at('setup.exe')) };
    writeManifest(at('manifests'), { ...address, kind: 'nullsoft' });
    const keys = ['--offline', at('offline'), '--signer', signer, '--packager', home];
    execFileSync(process.execPath, [signerProgram, 'ceremony', ...keys]);
    const given = ['--home', home, '--socket', socket, '--manifests', at('manifests'), '--roots', roots];
    const first = await world.start(program, 'serve', ...given, '--clamd', clamd.socket);
    await client.want(wanted);
    await vi.waitUntil(async () => (await stateOf()) === 'ready', { timeout: 100_000, interval: 50 });
    await first.kill();
    await clamd.stop();
  });
  afterAll(() => {
    world.stop();
    rmSync(folder, { recursive: true });
  });

  const serveAt = async (clock: () => number) =>
    serveHome({ home, socket, manifests: [at('manifests')], manifestsFrom: '', roots, clamd: undefined, clock });
  const ledger = (): string => readFileSync(join(home, 'ledger.jsonl'), 'utf8');
  const installer = () => statSync(join(proposal, 'installer.exe')).mtimeMs;

  const builderAt = (store: BuildStore, now: number, change: Partial<Vouching> = {}) => {
    const key = privateKeyOf(readFileSync(join(home, 'catalogue.pem'), 'utf8'), 'catalogue.pem');
    return openBuilder({
      home,
      store,
      roots,
      clamd: undefined,
      vouching: { ...simpleVouching(key), ...change },
      source: manifestPlans(
        openManifests([at('manifests')], starterChannels),
        {
          channels: new Map(starterChannels.map((channel) => [channel.tag, channel])),
          recipes: loadRecipes(recipesFolder),
        },
        () => [],
      ),
      log: () => undefined,
      clock: () => now,
    });
  };

  it('is signed anew 30 days before it ends, for the same file and release, and nothing is fetched for it', async () => {
    let now = Date.now();
    const serving = await serveAt(() => now);
    try {
      await client.want(wanted);
      const before = await readSigned();
      const kept = [ledger(), installer(), world.connections().length];
      now = before.statement.expires - 30 * day;
      await client.want(wanted);
      expect((await readSigned()).hash).toBe(before.hash);
      now += 1;
      await client.want(wanted);
      const after = await readSigned();
      expect(after.statement).toEqual({ ...before.statement, expires: now + 90 * day });
      expect((await client.builds())[0]).toMatchObject({ state: 'ready', statementHash: after.hash });
      // Also without the file, once the server has it.
      rmSync(join(proposal, 'installer.exe'));
      now = after.statement.expires - day;
      await client.want(wanted);
      const last = await readSigned();
      expect(last.statement).toEqual({ ...before.statement, expires: now + 90 * day });
      expect([ledger(), kept[1], world.connections().length]).toEqual(kept);
    } finally {
      await serving.close();
    }
  });

  it('is made anew where somebody else vouches too, and the one that hosts have counts meanwhile', async () => {
    const store = openBuildStore(home);
    const before = store.get(build);
    const builder = builderAt(store, (before?.expires ?? 0) - day, { renew: undefined });
    await builder.want(wanted);
    const { statementHash, expires, evidence } = before ?? {};
    expect(store.get(build)).toMatchObject({ state: 'waiting', statementHash, expires, evidence });
    if (before) store.put(before);
  });

  it('is kept over a start until the server says what is wanted, and ends when that is something else', async () => {
    const store = openBuildStore(home);
    const before = store.get(build);
    const builder = builderAt(store, (before?.expires ?? 0) - day);
    expect(before?.state).toBe('ready');
    // As at every start, before the server has asked.
    expect(await builder.makeNext()).toBe(false);
    expect(store.get(build)).toEqual(before);
    await builder.want({ wanted: [{ channelTag: '7-zip', version: '9.9' }], lifted: [] });
    expect([store.get(build), existsSync(proposal)]).toEqual([undefined, false]);
  });
});
