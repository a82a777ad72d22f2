import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WantedVariant } from '@patchkeep/contract/packager';
import type { PackageStatement } from '@patchkeep/orders/statements';
import { starterChannels } from '@patchkeep/starter/channels';
import { afterAll, describe, expect, it } from 'vitest';
import { vouchedAboutOf } from '../prepare/propose.ts';
import { lineOf, shareWorld, statementOf } from '../testkit/share-world.ts';
import { followProviders } from './follow.ts';
import { readProviders } from './providers.ts';
import { sharedPlans } from './shared-plans.ts';
import { bundleSource } from './source.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-follow-'));
afterAll(() => rmSync(folder, { recursive: true }));
const day = 86_400_000;

describe('what a provider shares', () => {
  it('counts until its metadata expires, and is named from then on', async () => {
    const place = mkdtempSync(join(folder, 'world-'));
    const world = shareWorld(place);
    world.subscribe();
    let now = Date.now();
    const logged: string[] = [];
    const open = () =>
      followProviders({
        providers: readProviders(world.home),
        sourceOf: ({ name }) => bundleSource(join(place, 'web'), name),
        log: (_about, says) => logged.push(says),
        clock: () => now,
      });
    const providers = open();
    expect([providers.catalogues(), providers.states()]).toMatchObject([[], [{ state: 'stopped', reason: null }]]);
    await providers.readAll();
    expect(providers.states()).toMatchObject([{ state: 'stopped', reason: 'unreachable', readAt: null }]);
    const at = Date.now();
    world.share([lineOf(world.sealed()), { kind: 'withdrawn', channelTag: '7-zip', version: '1', reason: 'Bad', at }]);
    await providers.readAll();
    expect(providers.states()).toMatchObject([{ state: 'current', reason: null, readAt: new Date(now).toISOString() }]);
    world.put('timestamp.json', {});
    await providers.readAll();
    expect([providers.catalogues().length, providers.states()]).toMatchObject([1, [{ state: 'failing' }]]);
    now += 3 * day + 1_000;
    expect([providers.catalogues(), providers.states()]).toMatchObject([[], [{ state: 'stopped' }]]);
    await providers.readAll();
    expect(logged.at(-1)).toBe('what was read of a provider has expired: nothing new comes of it');
    // A withdrawal counts whether or not the provider can be read, and over a start.
    const again = open();
    await again.readAll();
    expect([again.withdrawn(), again.catalogues()]).toEqual([
      [{ channelTag: '7-zip', version: '1', reason: 'Bad', at }],
      [],
    ]);
  });

  const channels = new Map(starterChannels.map((channel) => [channel.tag, channel]));
  const plansIn = (shared: readonly Partial<PackageStatement>[], variants?: WantedVariant[]) => {
    const { kind: _, ...line } = lineOf('');
    const catalogues = shared.map((more, index) => ({
      packages: [{ ...line, provider: `provider-${index}`, statement: statementOf(more) }],
      withdrawn: [],
      unknown: 0,
      freshUntil: Infinity,
    }));
    const { channelTag, version } = statementOf(shared[0]);
    return sharedPlans(channels, catalogues, Date.now())({ channelTag, version, ...(variants && { variants }) });
  };
  const plansFor = (...shared: Partial<PackageStatement>[]) => plansIn(shared);
  const firstPlan = (...shared: Partial<PackageStatement>[]) => plansFor(...shared).plans[0];
  const nothing = (says: string) => ({ plans: [], notOffered: [{ copies: null, says }] });
  const named = (...names: string[]) => ({ installedAs: { names, publishers: [], scheme: 'generic' } });

  it('updates no copies under names that our own starter does not have', () => {
    const plan = firstPlan(named('7-Zip', 'other software'));
    if (!plan) throw new Error('No plan');
    const about = vouchedAboutOf(plan, { release: 7, now: 1 });
    expect(about).toMatchObject({
      channelTag: '7-zip',
      release: 7,
      installedAs: { names: ['7-Zip'], publishers: ['Igor Pavlov'], scheme: 'windows' },
      installArguments: ['/qn'],
    });
    const none = nothing('No provider shares a package of 7-Zip 26.02.');
    expect(plansFor(named('other software'))).toEqual(none);
    expect(plansFor({ ...named('other software'), isInstallable: true })).toEqual(none);
  });

  it('is installed where no copy is only as the provider says, and never a remote-access tool', () => {
    const isInstallable = true as const;
    expect(firstPlan({ isInstallable })?.vouched?.about).toMatchObject({ isInstallable });
    expect(firstPlan({})?.vouched?.about).not.toHaveProperty('isInstallable');
    const remote = { channelTag: 'teamviewer', ...named('teamviewer'), isInstallable };
    expect(firstPlan(remote)?.vouched?.about).not.toHaveProperty('isInstallable');
  });

  it('is taken from the first who has it, while its statement lasts, and for known applications', () => {
    expect(firstPlan({}, {})?.vouched?.provider).toBe('provider-0');
    expect(firstPlan({ expires: 1 }, {})?.vouched?.provider).toBe('provider-1');
    expect(plansFor({ channelTag: 'own-tool' })).toEqual(nothing('The packager does not know this application.'));
  });

  it('is taken only for the copies that it is for', () => {
    const copies = { architecture: 'x64', scope: 'machine', family: 'msi' } as const;
    const [arm, users] = [{ ...copies, architecture: 'arm64' } as const, { ...copies, scope: 'user' } as const];
    const [forX64, forArm] = [{ architectures: ['x64' as const] }, { architectures: ['arm64' as const] }];
    const found = plansIn([forX64, forArm], [copies, arm, users]);
    expect(found.plans.map(({ vouched, architectures }) => [vouched?.provider, architectures])).toEqual([
      ['provider-0', ['x64']],
      ['provider-1', ['arm64']],
    ]);
    const says = 'No provider shares a package of 7-Zip 26.02 for such copies.';
    expect(found.notOffered).toEqual([{ copies: users, says }]);
    expect(plansIn([forX64], [arm])).toEqual({ plans: [], notOffered: [{ copies: arm, says }] });
  });

  it('is run by hosts as the provider says', () => {
    const said: Partial<PackageStatement> = {
      architectures: ['x64'],
      family: 'msi',
      exitCodes: { success: [17], failed: [{ code: 18, says: 'It is running' }] },
      removesFirst: { by: 'uninstallEntry', arguments: ['/S'] },
      programs: ['7zFM.exe'],
    };
    const plan = firstPlan(said);
    if (!plan) throw new Error('No plan');
    expect(vouchedAboutOf(plan, { release: 7, now: 1 })).toMatchObject(said);
  });
});
