import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judge } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { readStatement, signersOf } from '@patchkeep/orders/statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSigner } from '../../../signer/src/signer.ts';
import { makeArchive } from '../testkit/archive.ts';
import { createAuthority, type Identity } from '../testkit/authority.ts';
import { startClamd } from '../testkit/clamd.ts';
import { makeMsi, makeSetup, sign } from '../testkit/installers.ts';
import { type ManifestTold, sha256Of, writeManifest } from '../testkit/manifest.ts';
import { hasTools } from '../testkit/tools.ts';
import { createWorld } from '../testkit/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-prepare-'));
const at = (name: string): string => join(folder, name);
const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const trial = fileURLToPath(new URL('../testkit/prepare-trial.ts', import.meta.url));
const signerProgram = fileURLToPath(new URL('../../../signer/src/main.ts', import.meta.url));

let no = 0;
/** A folder with the manifest of one version of 7-Zip, whose installer is this file. */
const manifestOf = (file: string, told: Partial<ManifestTold>): string => {
  const manifests = at(`manifests-${(no += 1)}`);
  return writeManifest(manifests, { url: `https://vendor.test/file/${file}`, sha256: sha256Of(at(file)), ...told });
};

describe.skipIf(!hasTools())('preparing a package', () => {
  let world: Awaited<ReturnType<typeof createWorld>>;
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  let vendor: Identity;
  let evil: Identity;
  let paint: Identity;
  let roots = '';
  beforeAll(async () => {
    world = await createWorld(folder, {});
    clamd = await startClamd(folder);
    const authority = createAuthority(folder, 'Code');
    vendor = authority.publisher('Igor Pavlov');
    evil = authority.publisher('Evil Ltd');
    paint = authority.publisher('dotPDN LLC');
    roots = authority.root;
    sign(makeMsi(folder, 'plain.msi', '2.5.1'), at('tool.msi'), vendor);
    sign(makeSetup(folder, 'plain.exe', '2.5.1'), at('setup.exe'), vendor);
  });
  afterAll(async () => {
    world.stop();
    await clamd.stop();
    rmSync(folder, { recursive: true });
  });

  const proposals = at('proposals');
  mkdirSync(proposals);
  /** Only our own signatures are loaded, which have no date: the one judgement that a person lifts here. */
  const lifted = ['--lift', 'scannerStale', '--reason', 'a test'];
  const prepare = (manifests: string, { version = '2.5.1', ledger = at(`ledger-${no}`), args = lifted } = {}) => {
    const out = join(proposals, String((no += 1)));
    const given = [
      '--manifests',
      manifests,
      '--out',
      out,
      '--ledger',
      ledger,
      '--roots',
      roots,
      '--clamd',
      clamd.socket,
    ];
    const { status, stdout, stderr } = world.run(program, 'prepare', '7zip.7zip', version, ...given, ...args);
    return { out, status, text: stdout + stderr };
  };

  /** Many at once in one process; each with an empty ledger. What keeps each of them; nothing of a proposal. */
  const tryAll = (tries: { manifests: string; lifted: string[]; clamd?: string }[]): string[][] => {
    const list = tries.map((one) => ({
      packageId: '7zip.7zip',
      version: '2.5.1',
      roots,
      clamd: clamd.socket,
      reason: 'a test',
      choice: {},
      ...one,
      manifests: [one.manifests],
      out: join(proposals, String((no += 1))),
      ledger: at(`ledger-${no}`),
    }));
    writeFileSync(at('tries.json'), JSON.stringify(list));
    const { stdout, stderr } = world.run(trial, at('tries.json'));
    if (stdout === '') throw new Error(stderr);
    for (const { ledger } of list) expect(existsSync(ledger)).toBe(false);
    return JSON.parse(stdout) as string[][];
  };

  it('ends in a proposal that the signer vouches for and a host accepts', () => {
    const { out, status, text } = prepare(manifestOf('tool.msi', {}));
    expect([status, text]).toEqual([0, expect.stringContaining(`signer -- vouch`)]);
    expect(readdirSync(out).toSorted()).toEqual(['about.json', 'evidence.json', 'installer.msi']);
    expect(readFileSync(join(out, 'installer.msi'))).toEqual(readFileSync(at('tool.msi')));

    const signer = (...args: string[]) => execFileSync(process.execPath, [signerProgram, ...args]);
    signer('ceremony', '--offline', at('offline'), '--signer', at('signer'));
    const statement = at('package.statement');
    const keys = ['--key', 'catalogue-1.pem', '--key', 'catalogue-2.pem'];
    const files = ['--about', join(out, 'about.json'), '--file', join(out, 'installer.msi'), '--out', statement];
    signer('vouch', '--offline', at('offline'), ...keys, ...files);

    const [site, agent] = [randomUUID(), randomUUID()];
    const opened = openSigner(at('signer'), { ordersPerMinute: 10 });
    const root = readRoot(opened.root);
    const packageText = readFileSync(statement, 'utf8');
    const { hash } = readStatement('package', packageText, signersOf(root.catalogue));
    const ordered = { kind: 'upgrade-package' as const, options: {}, kbs: [], attempt: 1, secondsToLive: 600 };
    const { orders, ...rest } = opened.sign({
      site,
      orders: [{ agent, task: randomUUID(), statementHash: hash, ...ordered }],
    });
    const delivery = { ...rest, order: orders[0] ?? '', package: packageText };
    const trust = { agent, site, root, siteVersion: 0, incarnation: 0, sequence: 0, releases: {}, latest: 0 };
    const accepted = judge(delivery, trust, { refusedKinds: [], refusedChannels: [] }, Date.now());
    expect(accepted.package).toMatchObject({
      channelTag: '7-zip',
      version: '2.5.1',
      release: 1_024,
      kind: 'msi',
      scope: 'machine',
      installArguments: [],
      sha256: sha256Of(at('tool.msi')),
      installedAs: { names: ['7-zip'], publishers: ['Igor Pavlov'], scheme: 'windows' },
    });
    // Its recipe says so.
    expect(accepted.package).toHaveProperty('isInstallable', true);
  });

  it('of an installer in an archive is about that installer alone', () => {
    const content = readFileSync(sign(makeMsi(folder, 'bare.msi', '5.0.13'), at('nested.msi'), paint));
    /** The archive of a version of paint.net whose manifest names this file in it. */
    const prepareNested = (named: string) => {
      writeFileSync(at('paint.zip'), makeArchive([{ name: 'x64/paint.msi', content }]));
      const place = at(`nested-${(no += 1)}/manifests/d/dotPDN/PaintDotNet/5.0.13`);
      mkdirSync(place, { recursive: true });
      const manifest = `PackageIdentifier: dotPDN.PaintDotNet
PackageVersion: 5.0.13
InstallerType: zip
NestedInstallerType: wix
NestedInstallerFiles:
- RelativeFilePath: ${named}
Scope: machine
Installers:
- Architecture: x64
  InstallerUrl: https://vendor.test/file/paint.zip
  InstallerSha256: ${sha256Of(at('paint.zip'))}
`;
      writeFileSync(join(place, 'dotPDN.PaintDotNet.installer.yaml'), manifest);
      const out = join(proposals, String(no));
      const paths = ['--manifests', at(`nested-${no}`), '--out', out, '--ledger', at(`ledger-${no}`)];
      const tools = ['--roots', roots, '--clamd', clamd.socket, ...lifted];
      const { status, stdout, stderr } = world.run(
        program,
        'prepare',
        'dotPDN.PaintDotNet',
        '5.0.13',
        ...paths,
        ...tools,
      );
      return { out, status, text: stdout + stderr };
    };
    const { out, status, text } = prepareNested('x64\\paint.msi');
    expect([status, text]).toEqual([0, expect.stringContaining('signer -- vouch')]);
    expect(readdirSync(out).toSorted()).toEqual(['about.json', 'evidence.json', 'installer.msi']);
    expect(readFileSync(join(out, 'installer.msi'))).toEqual(content);
    const evidence = JSON.parse(readFileSync(join(out, 'evidence.json'), 'utf8')) as object;
    const sha256 = sha256Of(at('nested.msi'));
    expect(evidence).toMatchObject({
      sha256,
      fetched: {
        sha256,
        bytes: content.length,
        archive: { sha256: sha256Of(at('paint.zip')), file: 'x64/paint.msi' },
      },
      facts: { kind: 'msi', versions: ['5.0.13'] },
      signature: { state: 'signed', by: { organisation: 'dotPDN LLC' } },
    });
    const missing = prepareNested('x64\\other.msi');
    expect([missing.status, missing.text]).toEqual([
      3,
      expect.stringContaining('archiveDiffers: The archive holds no file named x64/other.msi.'),
    ]);
    expect(prepareNested('..\\paint.msi').text).toContain('nestedInZip: the installer lies in an archive');
  });

  it('gives the same release for the same file, the next for a newer version, and remembers who signed', () => {
    const ledger = at('ledger-of-releases');
    const releaseOf = (out: string) =>
      (JSON.parse(readFileSync(join(out, 'about.json'), 'utf8')) as { release: number }).release;
    const manifests = manifestOf('setup.exe', { kind: 'nullsoft' });
    expect([prepare(manifests, { ledger }), prepare(manifests, { ledger })].map(({ out }) => releaseOf(out))).toEqual([
      1_024, 1_024,
    ]);
    sign(makeSetup(folder, 'plain-next.exe', '2.6.0'), at('next.exe'), vendor);
    const next = prepare(manifestOf('next.exe', { kind: 'nullsoft', version: '2.6.0' }), { ledger, version: '2.6.0' });
    expect(releaseOf(next.out)).toBe(2_048);
    const about = JSON.parse(readFileSync(join(next.out, 'about.json'), 'utf8')) as object;
    expect(about).toMatchObject({ kind: 'exe', installArguments: ['/S'] });
    expect(prepare(manifests, { ledger }).text).toContain('olderVersion');
    sign(makeSetup(folder, 'plain-evil.exe', '2.7.0'), at('evil-next.exe'), evil);
    const changed = prepare(manifestOf('evil-next.exe', { kind: 'nullsoft', version: '2.7.0' }), {
      ledger,
      version: '2.7.0',
    });
    expect([changed.status, changed.text]).toEqual([
      3,
      expect.stringContaining('publisherChanged: Signed by Evil Ltd'),
    ]);
  });

  it('is whole or not there at all, whenever it is killed, and no release is given twice', () => {
    const ledger = at('ledger-of-kills');
    const manifests = manifestOf('setup.exe', { kind: 'nullsoft' });
    const given = ['--manifests', manifests, '--ledger', ledger, '--roots', roots, '--clamd', clamd.socket, ...lifted];
    const args = (out: string) => [program, 'prepare', '7zip.7zip', '2.5.1', '--out', out, ...given];
    const before = performance.now();
    expect(world.run(...args(join(proposals, 'whole')))).toMatchObject({ status: 0 });
    const took = performance.now() - before;
    const rounds = process.env['FULL_SIZE'] ? 20 : 3;
    for (let round = 0; round < rounds; round++) {
      const out = join(proposals, `killed-${round}`);
      world.runFor(Math.ceil(took * (0.4 + (0.7 * round) / rounds)), ...args(out));
      if (existsSync(out)) expect(readdirSync(out)).toHaveLength(3);
      else expect(world.run(...args(out))).toMatchObject({ status: 0 });
      const left = readdirSync(proposals).filter((name) => name.startsWith(`.killed-${round}-`));
      expect(left).toEqual([]);
    }
    const lines = readFileSync(ledger, 'utf8').trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { release: number }).release)).toEqual([1_024]);
  });

  it('holds what a person must look at first, and remembers nothing of it', () => {
    sign(at('plain.msi'), at('evil.msi'), evil);
    const results = tryAll([
      { manifests: manifestOf('evil.msi', {}), lifted: ['scannerStale'] },
      { manifests: manifestOf('plain.msi', {}), lifted: ['scannerStale'] },
      { manifests: manifestOf('tool.msi', {}), lifted: [] },
      { manifests: manifestOf('tool.msi', {}), lifted: [], clamd: at('nobody.sock') },
    ]);
    expect(results).toEqual([['publisherNew'], ['unsigned'], ['scannerStale'], ['notScanned']]);
    const manifests = manifestOf('tool.msi', {});
    expect(prepare(manifests, { args: ['--lift', 'infected', '--reason', 'no'] })).toMatchObject({ status: 2 });
    const stranger = world.run(
      program,
      'prepare',
      'Evil.App',
      '1.0',
      '--manifests',
      manifests,
      '--out',
      at('evil'),
      '--roots',
      roots,
    );
    expect([stranger.status, stranger.stderr]).toEqual([1, expect.stringContaining('belongs to no known application')]);
    expect(prepare(manifests, { args: ['--lift', 'scannerStale'] })).toMatchObject({ status: 2 });
  });
});
