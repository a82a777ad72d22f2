import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRoot } from '@patchkeep/orders/root';
import { readStatement, signersOf } from '@patchkeep/orders/statements';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildIdOf } from '../serve/build-store.ts';
import { createAuthority } from '../testkit/authority.ts';
import { startClamd } from '../testkit/clamd.ts';
import { clientOf } from '../testkit/client.ts';
import { makeMsi, sign } from '../testkit/installers.ts';
import { sha256Of, writeManifest } from '../testkit/manifest.ts';
import { hasTools } from '../testkit/tools.ts';
import { createWorld } from '../testkit/world.ts';
import { subscribe } from './providers.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-subscribed-'));
const at = (name: string): string => join(folder, name);
const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const signerProgram = fileURLToPath(new URL('../../../signer/src/main.ts', import.meta.url));
const trial = fileURLToPath(new URL('../testkit/provider-trial.ts', import.meta.url));
const variant = 'x64 machine msi';

describe.skipIf(!hasTools())('a packager that has subscribed', () => {
  let world: Awaited<ReturnType<typeof createWorld>>;
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  let roots = '';
  let running: { kill(): Promise<void> } | undefined;
  const provider = { home: at('provider'), signer: at('provider-signer'), offline: at('provider-offline') };

  const packager = (...args: string[]): string => {
    const { status, stdout, stderr } = world.run(program, ...args);
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  };
  const serve = async (home: string, ...more: string[]) => {
    const socket = `${home}.sock`;
    running = await world.start(program, 'serve', '--home', home, '--socket', socket, '--roots', roots, ...more);
    return clientOf(socket);
  };
  const want = (client: ReturnType<typeof clientOf>, ...versions: string[]) => {
    const wanted = versions.map((version) => ({ channelTag: '7-zip', version }));
    const lifted = versions.map((version) => {
      const build = buildIdOf('7-zip', version, variant);
      return { build, hold: 'scannerStale', reason: 'a test' };
    });
    return client.want({ wanted, lifted });
  };
  const reaches = (client: ReturnType<typeof clientOf>, version: string, state: string) =>
    vi.waitUntil(
      async () => {
        await want(client, version);
        return (await client.builds()).find((one) => one.version === version && one.state === state);
      },
      { timeout: 100_000, interval: 200 },
    );
  const ceremony = (name: string): string => {
    const keys = ['--offline', at(`${name}-offline`), '--signer', at(`${name}-signer`), '--packager', at(name)];
    execFileSync(process.execPath, [signerProgram, 'ceremony', ...keys]);
    return at(name);
  };
  /** What a web server serves lies flat beside the installers. */
  const share = (): string => packager('share', '--home', provider.home, '--out', folder);
  const from = 'https://vendor.test/file';
  const subscriber = (name: string, address = from): string => {
    const home = ceremony(name);
    packager('subscribe', 'acme', '--home', home, '--from', address, '--root', at('1.root.json'));
    return home;
  };

  beforeAll(async () => {
    world = await createWorld(folder, { 'inner.test': '10.0.0.5', 'stranger.test': '93.184.216.36' });
    clamd = await startClamd(folder);
    const authority = createAuthority(folder, 'Code');
    roots = authority.root;
    mkdirSync(at('manifests'));
    sign(makeMsi(folder, 'plain.msi', '2.5.1'), at('tool.msi'), authority.publisher('Igor Pavlov'));
    writeManifest(at('manifests'), { url: `${from}/tool.msi`, sha256: sha256Of(at('tool.msi')) });
    ceremony('provider');
    const online = packager('share-key', '--home', provider.home);
    const keys = ['--offline', provider.offline, '--signer', provider.signer, '--online', online];
    packager('share-root', ...keys, '--out', at('1.root.json'));
    copyFileSync(at('1.root.json'), join(provider.home, 'share', '1.root.json'));
    const client = await serve(provider.home, '--manifests', at('manifests'), '--clamd', clamd.socket);
    await reaches(client, '2.5.1', 'ready');
    await running?.kill();
    if (!share().startsWith('1 packages and 0 withdrawals')) throw new Error('The provider shares something else');
  });
  afterEach(() => running?.kill());
  afterAll(async () => {
    world.stop();
    await clamd.stop();
    rmSync(folder, { recursive: true });
  });

  it('vouches by its own key for what the provider vouches for, and for nothing else', async () => {
    const client = await serve(subscriber('first'));
    const ready = await reaches(client, '2.5.1', 'ready');
    expect(ready).toMatchObject({ variant, evidence: { provider: 'acme', scan: 'notScanned', signature: 'signed' } });
    const { catalogue } = readRoot(readFileSync(join(at('first-signer'), 'root.json'), 'utf8'));
    const text = await client.text('GET', `/builds/${ready.build}/statement`);
    const { statement } = readStatement('package', text, signersOf(catalogue));
    expect(statement).toMatchObject({ version: '2.5.1', release: 1_024, sha256: sha256Of(at('tool.msi')) });
    expect((await reaches(client, '2.6.0', 'notOffered')).holds[0]?.says).toContain('No provider shares');
    expect((await client.told()).providers).toMatchObject([{ name: 'acme', state: 'current', reason: null }]);
  });

  it('asks people to vouch where they do, and leaves the judgements to the provider there too', async () => {
    const home = subscriber('signed-by-people');
    const root = join(at('signed-by-people-signer'), 'root.json');
    const client = await serve(home, '--mode', 'offline', '--root', root);
    const { evidence } = await reaches(client, '2.5.1', 'awaitsPerson');
    expect(evidence).toMatchObject({ provider: 'acme', reason: 'Judged by the provider acme' });
  });

  it('takes from a bundle what it would take over the network, and asks nobody', async () => {
    const out = at('bundle');
    packager('bundle', '--home', subscriber('carrier'), '--out', out);
    const before = world.connections().length;
    const client = await serve(subscriber('alone', 'https://nowhere.test'), '--bundle', out);
    await reaches(client, '2.5.1', 'ready');
    expect(world.connections()).toHaveLength(before);
    await running?.kill();
    // Somebody changes the installer on the way.
    const [file = ''] = readdirSync(join(out, 'installers'));
    const bytes = readFileSync(join(out, 'installers', file));
    bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000);
    writeFileSync(join(out, 'installers', file), bytes);
    const other = await serve(subscriber('deceived'), '--bundle', out);
    expect((await reaches(other, '2.5.1', 'movedOn')).holds[0]?.says).toContain('not the file');
  });

  it('withdraws what the provider withdraws, and takes nothing by what was shared before', async () => {
    const home = subscriber('second');
    const client = await serve(home);
    await reaches(client, '2.5.1', 'ready');
    await running?.kill();
    const older = readFileSync(at('timestamp.json'));
    packager('withdraw', '7-zip', '2.5.1', '--home', provider.home, '--reason', 'It removes files');
    expect(share()).toContain('0 packages and 1 withdrawals');
    const again = await serve(home);
    const held = await reaches(again, '2.5.1', 'held');
    expect(held.holds).toMatchObject([{ name: 'withdrawn', says: 'It was withdrawn: It removes files' }]);
    expect((await again.told()).withdrawn).toEqual([{ channelTag: '7-zip', version: '2.5.1' }]);
    await running?.kill();
    writeFileSync(at('timestamp.json'), older);
    const frozen = await serve(home);
    await vi.waitUntil(async () => (await frozen.told()).providers[0]?.reason === 'rolledBack', { timeout: 100_000 });
    await want(frozen, '2.5.1');
    const told = await frozen.told();
    expect(told).toMatchObject({ providers: [{ state: 'stopped' }], withdrawn: [{ version: '2.5.1' }] });
    expect(told.builds.filter(({ state }) => state === 'ready')).toEqual([]);
  });

  it('asks only public addresses over HTTPS, and ends what does not end', () => {
    const to = (address: string): string => `https://vendor.test/to/${encodeURIComponent(address)}`;
    const attacks: [string, string][] = [
      [to('https://inner.test/file'), 'privateAddress'],
      ['https://10.0.0.5/file', 'privateAddress'],
      [to('http://vendor.test/file/timestamp.json'), 'notHttps'],
      ['https://vendor.test/endless', 'tooLarge'],
      ['https://vendor.test/huge', 'tooLarge'],
      ['https://vendor.test/loop', 'unreachable'],
      ['https://vendor.test/status/500', 'unreachable'],
      ['https://stranger.test/file', 'unreachable'],
    ];
    const homes = attacks.map(([address], index) => {
      const home = at(`attacked-${index}`);
      subscribe({ home, name: 'acme', from: address, root: readFileSync(at('1.root.json')), only: [] });
      return home;
    });
    const { stdout, stderr } = world.run(trial, ...homes);
    expect(JSON.parse(stdout === '' ? JSON.stringify(stderr) : stdout)).toEqual(attacks.map(([, refused]) => refused));
    expect(world.connections().filter((address) => address.includes('10.0.0.5'))).toEqual([]);
    const plain = ['--home', at('plain'), '--from', 'http://vendor.test/file', '--root', at('1.root.json')];
    expect(() => packager('subscribe', 'acme', ...plain)).toThrow('Not an address to subscribe to');
  });
});
