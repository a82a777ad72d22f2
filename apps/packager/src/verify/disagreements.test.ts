import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { open } from '@patchkeep/orders/envelope';
import { proposedText } from '@patchkeep/orders/proposed';
import { type PackageStatement, signersOf, statements } from '@patchkeep/orders/statements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withdraw } from '../share/withdrawals.ts';
import { evilMark } from '../testkit/clamd.ts';
import { type GuardedWorld, guardedWorld } from '../testkit/guarded-world.ts';
import { borrowSignature, makeMsi, makeSetup, sign } from '../testkit/installers.ts';
import { sha256Of } from '../testkit/manifest.ts';
import { hasTools } from '../testkit/tools.ts';

const day = 86_400_000;
const msi = 'x64 machine msi';
const exe = 'x86 machine exe';

/** A proposal of a stolen packager, and what the verifier must say of it. */
interface Disagreement {
  name: string;
  says: string;
  statement: string;
  variant?: string;
  /** Left out where every run of CI would wait for it. */
  isInShort?: boolean;
}

describe.skipIf(!hasTools())('the verifier', () => {
  let world: GuardedWorld;
  let honest: PackageStatement;
  let newer: PackageStatement;
  beforeAll(async () => {
    world = await guardedWorld();
    const { at, authority, publish } = world;
    const [vendor, stranger] = [authority.publisher('Igor Pavlov'), authority.publisher('Nobody Known')];
    const setup = (version: string): string => makeSetup(at(''), `plain-${version}.exe`, version);
    sign(makeMsi(at(''), 'plain.msi', '2.5.1'), at('tool.msi'), vendor);
    sign(setup('2.6.0'), at('setup.exe'), vendor);
    setup('2.6.1');
    sign(setup('2.6.2'), at('strange.exe'), stranger);
    sign(sign(setup('2.6.3'), at('first.exe'), stranger), at('nested.exe'), vendor, '-nest');
    borrowSignature(at('setup.exe'), makeSetup(at(''), 'other.exe', '2.6.4'), at('broken.exe'));
    sign(makeMsi(at(''), 'evil.msi', '2.6.5', { more: `<!-- ${evilMark} -->` }), at('infected.msi'), vendor);
    const told = (version: string, kind: 'wix' | 'nullsoft', file: string, sha256 = sha256Of(at(file))) => ({
      version,
      kind,
      url: `https://vendor.test/file/${file}`,
      sha256,
    });
    publish(told('2.5.0', 'wix', 'tool.msi'));
    publish(told('2.5.1', 'wix', 'tool.msi'));
    publish(told('2.6.0', 'nullsoft', 'setup.exe'));
    // What a stolen packager would like to have signed: honest manifests, but no file that anybody should have.
    publish(told('2.6.1', 'nullsoft', 'plain-2.6.1.exe'), 'verifier');
    publish(told('2.6.2', 'nullsoft', 'strange.exe'), 'verifier');
    publish(told('2.6.3', 'nullsoft', 'nested.exe'), 'verifier');
    publish(told('2.6.4', 'nullsoft', 'broken.exe'), 'verifier');
    publish(told('2.6.5', 'wix', 'infected.msi'), 'verifier');
    publish(told('2.6.6', 'nullsoft', 'setup.exe', 'a'.repeat(64)), 'verifier');
    publish({ ...told('2.6.7', 'nullsoft', 'setup.exe'), url: 'https://vendor.test/status/503' }, 'verifier');
    honest = await world.propose('2.5.1');
    newer = await world.propose('2.6.0');
    await world.startVerifier();
  });
  afterAll(() => world.end());

  const ledger = (): string => readFileSync(join(world.verifierHome, 'ledger.jsonl'), 'utf8');

  const otherFields = (): [name: string, field: string, change: Partial<PackageStatement>][] => [
    ['another hash', 'sha256', { sha256: 'b'.repeat(64) }],
    ['another size', 'bytes', { bytes: honest.bytes + 1 }],
    ['another argument', 'installArguments', { installArguments: [...honest.installArguments, 'TRANSFORMS=x.mst'] }],
    ['arguments for removing', 'removeArguments', { removeArguments: ['/S'] }],
    ['an option', 'options', { options: { server: { maxLength: 9, values: null } } }],
    ['other copies', 'installedAs', { installedAs: { names: ['chrome'], publishers: [], scheme: 'windows' } }],
    ['any publisher', 'installedAs', { installedAs: { ...installedAs(), publishers: [] } }],
    ['another line of versions', 'installedAs', { installedAs: { ...installedAs(), line: '2.5' } }],
    ['hosts without a copy', 'isInstallable', { isInstallable: true }],
    ['a user', 'scope', { scope: 'user' }],
    ['another kind', 'kind', { kind: 'ps1' }],
    ['programs to close', 'programs', { programs: ['winword.exe'] }],
    ['a restart to wait for', 'waitsForRestart', { waitsForRestart: true }],
    ['an end that is over', 'expires', { expires: Date.now() - 1 }],
    ['an end after years', 'expires', { expires: Date.now() + 1_000 * day }],
    ['a smaller release', 'release', { release: 1_023 }],
    ['a release far ahead', 'release', { release: 2 ** 40 }],
  ];
  const installedAs = () => honest.installedAs ?? { names: [''], publishers: [], scheme: '' };
  const of = (version: string, change: Partial<PackageStatement> = {}): string =>
    proposedText({ ...newer, version, release: 4_096, ...change });

  const disagreements = (): Disagreement[] => [
    ...otherFields().map(([name, field, change], index) => ({
      name,
      isInShort: index % 6 === 0,
      says: `${field}: `,
      statement: proposedText({ ...honest, ...change }),
    })),
    { name: 'a field more', says: 'no statement', statement: proposedText({ ...honest, more: 1 } as PackageStatement) },
    { name: 'another spelling', says: 'no statement', statement: JSON.stringify(honest, null, 1) },
    { name: 'no statement', says: 'no statement', statement: 'MZ' },
    { name: 'a version that nobody publishes', says: 'no public manifest', statement: of('9.9') },
    {
      name: 'another application',
      says: 'no public manifest',
      statement: of('2.6.0', { channelTag: 'notepad-plus-plus' }),
    },
    { name: 'an unknown application', says: 'does not know', statement: of('2.6.0', { channelTag: 'own-tool' }) },
    { name: 'another variant', says: 'variant: ', statement: proposedText(honest), variant: exe },
    { name: 'a file that nobody signed', says: 'publisherChanged: Not signed', statement: of('2.6.1'), variant: exe },
    {
      isInShort: false,
      name: 'a file of somebody else',
      says: 'publisherChanged: Signed by Nobody Known',
      statement: of('2.6.2'),
      variant: exe,
    },
    {
      name: 'a nested signature',
      says: 'publisherChanged: Signed by Nobody Known',
      statement: of('2.6.3'),
      variant: exe,
    },
    { isInShort: false, name: 'a borrowed signature', says: 'signatureBroken: ', statement: of('2.6.4'), variant: exe },
    { isInShort: false, name: 'an infected file', says: 'infected: ', statement: of('2.6.5', { kind: 'msi' }) },
    { name: 'a file that its manifest does not name', says: 'movedOn: ', statement: of('2.6.6'), variant: exe },
    { isInShort: false, name: 'a file that cannot be had', says: 'vendorDown: ', statement: of('2.6.7'), variant: exe },
    {
      name: 'an older version',
      says: 'olderVersion: ',
      statement: proposedText({ ...honest, version: '2.5.0', release: 512 }),
    },
    {
      name: 'a release below an older version’s',
      says: 'release: ',
      statement: proposedText({ ...newer, release: 1_024 }),
      variant: exe,
    },
  ];

  it('signs no disagreement, names each, and remembers none', async () => {
    const first = await world.verify({ statement: proposedText(honest), variant: msi });
    expect(first.answer).toBe('agrees');
    const kept = ledger();
    const every = disagreements();
    expect(new Set(every.map(({ name }) => name)).size).toBeGreaterThanOrEqual(30);
    // A look takes a second or two. The fields that differ are also compared in second-look.test.ts, all of them.
    const all = process.env['FULL_SIZE'] ? every : every.filter(({ isInShort }) => isInShort !== false);
    expect(all.length).toBeGreaterThanOrEqual(process.env['FULL_SIZE'] ? 30 : 15);
    const found: string[] = [];
    for (const { name, says, statement, variant = msi } of all) {
      const answer = await world.verify({ statement, variant });
      const isNamed = answer.answer === 'disagrees' && answer.says.includes(says);
      found.push(isNamed ? name : `${name}: ${JSON.stringify(answer)}`);
    }
    expect(found).toEqual(all.map(({ name }) => name));
    expect(ledger()).toBe(kept);
  });

  it('signs nothing that was withdrawn on its machine', async () => {
    const about = { channelTag: '7-zip', version: '2.5.1', reason: 'It removes files', at: Date.now() };
    withdraw(world.verifierHome, about);
    const answer = await world.verify({ statement: proposedText(honest), variant: msi });
    expect(answer).toEqual({ answer: 'disagrees', says: 'It was withdrawn: It removes files', isPassing: false });
    rmSync(join(world.verifierHome, 'withdrawals.jsonl'));
  });

  it('signs the same bytes when it finds the same, again and for a newer version', async () => {
    const asked = [
      { statement: proposedText(honest), variant: msi },
      { statement: proposedText({ ...newer, release: 2_048 }), variant: exe },
    ];
    for (const request of asked) {
      const answer = await world.verify(request);
      if (answer.answer !== 'agrees') throw new Error(JSON.stringify(answer));
      const signers = signersOf({ keys: [world.verifierKey], threshold: 1 });
      expect(open(answer.envelope, statements.package.type, signers).toString()).toBe(request.statement);
    }
    expect(ledger().split('\n').filter(Boolean)).toHaveLength(2);
  });
});
