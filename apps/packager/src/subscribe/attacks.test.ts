import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type ShareAttack, shareAttacks } from '../testkit/share-attacks.ts';
import { stateOf } from '../testkit/share-forging.ts';
import { lineOf, makeKey, type MetadataFile, providerKeys, shareWorld, statementOf } from '../testkit/share-world.ts';
import { NotRead } from './not-read.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-share-'));
afterAll(() => rmSync(folder, { recursive: true }));
const newFolder = (): string => mkdtempSync(join(folder, 'world-'));

/** A subscriber who has read two states. */
const readWorld = async (place: string) => {
  const world = shareWorld(place);
  world.subscribe();
  world.share([lineOf(world.sealed())]);
  await world.read();
  const first = stateOf(world);
  world.share([lineOf(world.sealed({ version: '26.03' }))]);
  const { packages } = await world.read();
  expect(packages.map(({ statement }) => statement.version)).toEqual(['26.03']);
  return { world, first };
};

describe('a shared catalogue', () => {
  /** Why each of these attacks is refused, the first time and when it is asked for again. */
  const refusals = async (attacks: readonly ShareAttack[]): Promise<string[]> => {
    const told: string[] = [];
    for (const { name, attack } of attacks) {
      const place = newFolder();
      const { world, first } = await readWorld(place);
      attack(world, { first, folder: place });
      const reasons = [];
      for (const _ of [1, 2])
        reasons.push(
          await world.read().then(
            () => 'read',
            (error: unknown) => (error instanceof NotRead ? error.reason : String(error)),
          ),
        );
      told.push(`${name}: ${reasons.join(', ')}`);
    }
    return told;
  };
  const expected = (attacks: readonly ShareAttack[]): string[] =>
    attacks.map(({ name, refused }) => `${name}: ${refused}, ${refused}`);

  it('is refused when it is older than before, too old, or would last too long', async () => {
    expect(await refusals(shareAttacks.ofTime)).toEqual(expected(shareAttacks.ofTime));
  });

  it('is refused when its parts are of different states, too large, missing or elsewhere', async () => {
    expect(await refusals(shareAttacks.ofMixing)).toEqual(expected(shareAttacks.ofMixing));
  });

  it('is refused when others have signed than may, or too few', async () => {
    expect(await refusals(shareAttacks.ofKeys)).toEqual(expected(shareAttacks.ofKeys));
  });

  it('is refused when it is no catalogue, or holds what nobody vouches for', async () => {
    expect(await refusals(shareAttacks.ofCatalogue)).toEqual(expected(shareAttacks.ofCatalogue));
  });

  it('is read again once the provider is itself again', async () => {
    const place = newFolder();
    const { world, first } = await readWorld(place);
    world.put('timestamp.json', first.timestamp);
    await expect(world.read()).rejects.toMatchObject({ reason: 'rolledBack' });
    world.share([lineOf(world.sealed({ version: '26.04' }))], { now: Date.now() + 60_000 });
    expect((await world.read()).packages.map(({ statement }) => statement.version)).toEqual(['26.04']);
  });

  it('follows new keys of the provider, over several roots at once, and believes the old ones no more', async () => {
    const { world } = await readWorld(newFolder());
    const [second, third] = [providerKeys(), providerKeys()];
    world.addRoot(2, second, world.keys);
    world.addRoot(3, third, second);
    world.share([lineOf(world.sealed({ version: '26.05' }, third.voucher))], { by: third });
    expect((await world.read()).packages.map(({ statement }) => statement.version)).toEqual(['26.05']);
    expect(() => world.share([lineOf(world.sealed())])).toThrow('names other catalogue keys');
    world.share([lineOf(world.sealed())], { by: third });
    await expect(world.read()).rejects.toMatchObject({ reason: 'statementNotSigned' });
  });

  it('is signed by those who vouch only when it changes', async () => {
    const { world } = await readWorld(newFolder());
    const online = { ...world.keys, voucher: makeKey() };
    const line = lineOf(world.sealed({ version: '26.03', expires: statementOf().expires + 1 }));
    world.share([line]);
    const before = world.newest('targets');
    world.share([line], { by: online });
    expect(world.newest('targets')).toBe(before);
    expect((await world.read()).packages).toHaveLength(1);
    expect(() => world.share([], { by: online })).toThrow('names other catalogue keys');
  });

  it('speaks for the channels that the operator has named, and passes over what this release cannot read', async () => {
    const world = shareWorld(newFolder());
    world.subscribe(undefined, ['7-zip']);
    const newer = world.sealed({ channelTag: '7-zip', version: '27', ...({ isNew: true } as object) });
    const at = Date.now();
    world.share([
      lineOf(world.sealed()),
      lineOf(newer),
      // The line says that Windows lists it as an MSI.
      lineOf(world.sealed({ version: '26.03', family: 'exe' })),
      lineOf(world.sealed({ channelTag: 'putty' })),
      { kind: 'withdrawn', channelTag: '7-zip', version: '26.01', reason: 'It removes files', at },
      { kind: 'withdrawn', channelTag: 'putty', version: '1', reason: 'Not asked', at },
    ]);
    const { packages, withdrawn, unknown } = await world.read();
    expect(packages.map(({ statement }) => statement.channelTag)).toEqual(['7-zip']);
    expect(withdrawn).toEqual([{ channelTag: '7-zip', version: '26.01', reason: 'It removes files', at }]);
    expect(unknown).toBe(2);
  });

  it('begins with a root that the operator was given, signed by enough of its keys', () => {
    const world = shareWorld(newFolder());
    expect(world.subscribe()).toMatchObject({
      signers: '2 of 3',
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const root = JSON.parse(String(world.addRoot(1, world.keys))) as MetadataFile;
    const unsigned = Buffer.from(JSON.stringify({ ...root, signatures: root.signatures.slice(0, 1) }));
    expect(() => world.subscribe(unsigned)).toThrow('root was signed by 1/2 keys');
  });
});
