import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PackageBuild, WantedVariant } from '@patchkeep/contract/packager';
import { readRoot } from '@patchkeep/orders/root';
import { readStatement, signersOf } from '@patchkeep/orders/statements';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAuthority, type Identity } from '../testkit/authority.ts';
import { startClamd } from '../testkit/clamd.ts';
import { clientOf } from '../testkit/client.ts';
import { makeMsi, makeSetup, productCode, sign } from '../testkit/installers.ts';
import { sha256Of, writeManifest } from '../testkit/manifest.ts';
import { hasTools } from '../testkit/tools.ts';
import { createWorld } from '../testkit/world.ts';
import { buildIdOf } from './build-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-serve-'));
const at = (name: string): string => join(folder, name);
const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const signerProgram = fileURLToPath(new URL('../../../signer/src/main.ts', import.meta.url));
const manifests = at('manifests');

const publish = (version: string, kind: 'wix' | 'nullsoft', url: string, sha256: string, more = ''): void =>
  void writeManifest(manifests, { version, kind, url, sha256, more });

describe.skipIf(!hasTools())('the packager that serves', () => {
  let world: Awaited<ReturnType<typeof createWorld>>;
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  let roots = '';
  let vendor: Identity;
  let no = 0;
  let running: { kill(): Promise<void> } | undefined;
  beforeAll(async () => {
    mkdirSync(manifests);
    world = await createWorld(folder, {});
    clamd = await startClamd(folder);
    const authority = createAuthority(folder, 'Code');
    vendor = authority.publisher('Igor Pavlov');
    roots = authority.root;
    sign(makeMsi(folder, 'plain.msi', '2.5.1'), at('tool.msi'), vendor);
    sign(makeSetup(folder, 'plain.exe', '2.6.0'), at('setup.exe'), vendor);
    publish('2.5.1', 'wix', 'https://vendor.test/file/tool.msi', sha256Of(at('tool.msi')));
    publish('2.6.0', 'nullsoft', 'https://vendor.test/file/setup.exe', sha256Of(at('setup.exe')));
    publish('2.7.0', 'nullsoft', 'https://vendor.test/file/setup.exe', '0'.repeat(64));
    publish('2.8.0', 'nullsoft', 'https://vendor.test/status/404', '0'.repeat(64));
  });
  afterEach(() => running?.kill());
  afterAll(async () => {
    world.stop();
    await clamd.stop();
    rmSync(folder, { recursive: true });
  });

  const makeHome = (): { home: string; signer: string } => {
    const [home, signer] = [at(`home-${(no += 1)}`), at(`signer-${no}`)];
    const keys = ['--offline', at(`offline-${no}`), '--signer', signer, '--packager', home];
    execFileSync(process.execPath, [signerProgram, 'ceremony', ...keys]);
    return { home, signer };
  };
  const start = async (home: string, from = ['--manifests', manifests]) => {
    const socket = `${home}.sock`;
    const given = ['--home', home, '--socket', socket, '--roots', roots, ...from];
    running = await world.start(program, 'serve', ...given, '--clamd', clamd.socket);
    const client = clientOf(socket);
    const lifted: { build: string; hold: string; reason: string }[] = [];
    return {
      client,
      want: (...versions: string[]) =>
        client.want({ wanted: versions.map((version) => ({ channelTag: '7-zip', version })), lifted }),
      /** Only our own signatures are loaded, which have no date: the one judgement that a person lifts here. */
      lift: (build: string) => lifted.push({ build, hold: 'scannerStale', reason: 'a test' }),
      wantVariants: (version: string, variants: WantedVariant[]) =>
        client.want({ wanted: [{ channelTag: '7-zip', version, variants }], lifted }),
      /** The build of a variant, once it is in this state. */
      reachesVariant: (variant: string, state: string): Promise<PackageBuild> =>
        vi.waitUntil(
          async () => (await client.builds()).find((one) => one.variant === variant && one.state === state),
          { timeout: 100_000, interval: 50 },
        ),
      /** The build of a version, once it is in one of these states. */
      reaches: (version: string, ...states: string[]): Promise<PackageBuild> =>
        vi.waitUntil(
          async () => (await client.builds()).find((one) => one.version === version && states.includes(one.state)),
          { timeout: 100_000, interval: 50 },
        ),
    };
  };

  it('holds what it judges, goes on when that is lifted, and vouches for what it looked at', async () => {
    const { home, signer } = makeHome();
    const { client, want, lift, reaches } = await start(home);
    await want('2.5.1');
    const held = await reaches('2.5.1', 'held');
    expect(held).toMatchObject({
      channelTag: '7-zip',
      variant: 'x64 machine msi',
      holds: [{ name: 'scannerStale', isLiftable: true }],
      evidence: { signature: 'signed', publisher: { organisation: 'Igor Pavlov' }, scan: 'clean' },
      statementHash: null,
    });
    await expect(client.text('GET', `/builds/${held.build}/statement`)).rejects.toThrow('404');
    lift(held.build);
    await want('2.5.1');
    const ready = await reaches('2.5.1', 'ready');
    expect(ready.evidence).toMatchObject({ lifted: ['scannerStale'], reason: 'scannerStale: a test' });
    const { catalogue } = readRoot(readFileSync(join(signer, 'root.json'), 'utf8'));
    const { statement, hash } = readStatement(
      'package',
      await client.text('GET', `/builds/${ready.build}/statement`),
      signersOf(catalogue),
    );
    expect(hash).toBe(ready.statementHash);
    expect(statement).toMatchObject({ version: '2.5.1', release: 1_024, sha256: sha256Of(at('tool.msi')) });
    const parts: Uint8Array[] = [];
    for await (const part of (await client.file(ready.build)) as AsyncIterable<Buffer>) parts.push(part);
    expect(Buffer.concat(parts)).toEqual(readFileSync(at('tool.msi')));
    // The server has it: the packager forgets the file, and fetches it anew when it is asked for again.
    await client.text('DELETE', `/builds/${ready.build}/file`);
    await expect(client.file(ready.build)).rejects.toThrow('404');
    await want('2.5.1');
    expect(await reaches('2.5.1', 'ready')).toMatchObject({ statementHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('tells why there is no package: moved on, vendor down, no manifest, not known', async () => {
    const { client, want, reaches } = await start(makeHome().home);
    await want('2.7.0', '2.8.0', '9.9');
    expect((await reaches('2.7.0', 'movedOn')).holds[0]?.says).toContain('the manifest names 000');
    const down = await reaches('2.8.0', 'vendorDown');
    expect(down.holds[0]?.says).toContain('vendor.test answered 404');
    expect(Date.parse(down.retryAt ?? '') - Date.parse(down.since)).toBe(300_000);
    expect((await reaches('9.9', 'notOffered')).holds[0]?.says).toContain('no public manifest names it');
    await client.want({ wanted: [{ channelTag: 'own-tool', version: '1' }], lifted: [] });
    expect((await client.builds()).map(({ state, holds }) => [state, holds[0]?.says])).toEqual([
      ['notOffered', 'The packager does not know this application.'],
    ]);
  });

  it('fetches the manifests itself', async () => {
    execFileSync('tar', ['-czf', at('manifests.tar.gz'), '-C', manifests, 'manifests']);
    const { client, want, reaches } = await start(makeHome().home, [
      '--manifests-from',
      'https://vendor.test/file/manifests.tar.gz',
    ]);
    await vi.waitUntil(
      async () => {
        await want('2.5.1');
        return (await client.builds()).length > 0;
      },
      { timeout: 100_000, interval: 50 },
    );
    expect((await reaches('2.5.1', 'held')).channelTag).toBe('7-zip');
  });

  it('takes names from the server and nothing else', async () => {
    const { client } = await start(makeHome().home);
    const wanted = { channelTag: '7-zip', version: '2.6.0' };
    const more = [{ url: 'https://evil.test/file' }, { sha256: '0'.repeat(64) }, { installArguments: ['/X'] }];
    const copies = { architecture: 'x64', scope: 'machine', family: 'msi' };
    const variants = [
      { ...copies, architecture: 'x64 /S' },
      { ...copies, family: 'ps1' },
      { ...copies, url: 'https://evil.test' },
    ];
    const bodies = [
      ...variants.map((each) => ({ wanted: [{ ...wanted, variants: [each] }], lifted: [] })),
      { wanted: [{ ...wanted, variants: Array.from({ length: 17 }, () => copies) }], lifted: [] },
      ...more.map((each) => ({ wanted: [{ ...wanted, ...each }], lifted: [] })),
      { wanted: [], lifted: [], manifests: ['/tmp'] },
      { wanted: Array.from({ length: 5_001 }, () => wanted), lifted: [] },
    ];
    for (const body of bodies) await expect(client.text('PUT', '/wanted', body)).rejects.toThrow('400');
    expect(await client.builds()).toEqual([]);
  });

  it('lifts no fact, whatever the server says', async () => {
    publish('2.6.2', 'nullsoft', 'https://vendor.test/file/setup.exe', sha256Of(at('setup.exe')));
    const { client, reaches } = await start(makeHome().home);
    const build = buildIdOf('7-zip', '2.6.2', 'x86 machine exe');
    const lifted = ['versionDiffers', 'scannerStale'].map((hold) => ({ build, hold, reason: 'a test' }));
    await client.want({ wanted: [{ channelTag: '7-zip', version: '2.6.2' }], lifted });
    const held = await reaches('2.6.2', 'held', 'ready');
    expect([held.build, held.holds.map(({ name }) => name)]).toEqual([build, ['versionDiffers']]);
  });

  it('knows after a power cut what it has made, and makes what it had begun', async () => {
    const { home } = makeHome();
    const first = await start(home);
    await first.want('2.6.0');
    first.lift((await first.reaches('2.6.0', 'held')).build);
    await first.want('2.6.0');
    const { statementHash } = await first.reaches('2.6.0', 'ready');
    await first.want('2.6.0', '2.5.1');
    await first.reaches('2.5.1', 'fetching', 'checking', 'held');
    await running?.kill();
    const again = await start(home);
    await again.want('2.6.0', '2.5.1');
    expect(await again.reaches('2.6.0', 'ready')).toMatchObject({ statementHash });
    await again.reaches('2.5.1', 'held');
  });

  it('hands over a program whose copies Windows lists as an MSI', async () => {
    const entries = '  AppsAndFeaturesEntries:\n  - InstallerType: wix\n';
    publish('2.6.0', 'nullsoft', 'https://vendor.test/file/setup.exe', sha256Of(at('setup.exe')), entries);
    const { client, want, lift, reaches } = await start(makeHome().home);
    await want('2.6.0');
    const { build, variant } = await reaches('2.6.0', 'held');
    expect(variant).toBe('x86 machine exe listed as msi');
    lift(build);
    await want('2.6.0');
    await reaches('2.6.0', 'ready');
    const parts: Uint8Array[] = [];
    for await (const part of (await client.file(build)) as AsyncIterable<Buffer>) parts.push(part);
    expect(Buffer.concat(parts)).toEqual(readFileSync(at('setup.exe')));
  });

  it('prepares what hosts have: each variant its own package of one release, and says for which there is none', async () => {
    const { home, signer } = makeHome();
    const x86 = at('tool-x86.msi');
    sign(makeMsi(folder, 'plain-x86.msi', '2.9.0', { architecture: 'x86' }), x86, vendor);
    sign(makeMsi(folder, 'plain-x64.msi', '2.9.0'), at('tool-x64.msi'), vendor);
    const more = `- Architecture: x86
  InstallerUrl: https://vendor.test/file/tool-x86.msi
  InstallerSha256: ${sha256Of(x86).toUpperCase()}
  ProductCode: '${productCode}'
`;
    publish('2.9.0', 'wix', 'https://vendor.test/file/tool-x64.msi', sha256Of(at('tool-x64.msi')), more);
    const { client, lift, reachesVariant, wantVariants } = await start(home);
    const msi = { scope: 'machine', family: 'msi' } as const;
    const variants: WantedVariant[] = [
      { architecture: 'x86', ...msi },
      { architecture: 'x64', ...msi },
      { architecture: 'arm64', ...msi },
    ];
    await wantVariants('2.9.0', variants);
    for (const { architecture } of variants.slice(0, 2))
      lift((await reachesVariant(`${architecture} machine msi`, 'held')).build);
    await wantVariants('2.9.0', variants);
    const { catalogue } = readRoot(readFileSync(join(signer, 'root.json'), 'utf8'));
    for (const [architecture, file] of [
      ['x86', x86],
      ['x64', at('tool-x64.msi')],
    ] as const) {
      const ready = await reachesVariant(`${architecture} machine msi`, 'ready');
      expect(ready.fits).toEqual({ architectures: [architecture], ...msi });
      const text = await client.text('GET', `/builds/${ready.build}/statement`);
      expect(readStatement('package', text, signersOf(catalogue)).statement).toMatchObject({
        release: 1_024,
        sha256: sha256Of(file),
        architectures: [architecture],
        family: 'msi',
      });
    }
    const none = await reachesVariant('arm64 machine msi', 'notOffered');
    expect(none).toMatchObject({
      fits: { architectures: ['arm64'], ...msi },
      holds: [{ says: expect.stringContaining('names no installer for such copies') }],
    });
    // Nobody has 32-bit copies any more: their package goes, the other one stays.
    await wantVariants('2.9.0', variants.slice(1, 2));
    expect((await client.builds()).map(({ variant, state }) => [variant, state])).toEqual([
      ['x64 machine msi', 'ready'],
    ]);
  });

  it('looks again when a manifest names another file', async () => {
    const { want, reaches } = await start(makeHome().home);
    const address = 'https://vendor.test/file/setup.exe';
    publish('2.6.1', 'nullsoft', address, '0'.repeat(64));
    await want('2.6.1');
    await reaches('2.6.1', 'movedOn');
    publish('2.6.1', 'nullsoft', address, sha256Of(at('setup.exe')));
    await want('2.6.1');
    expect((await reaches('2.6.1', 'held')).holds.map(({ name }) => name)).toContain('versionDiffers');
  });
});
