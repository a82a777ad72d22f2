import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { SomeChange } from '@patchkeep/contract/approvals';
import type { PackageStatement } from '@patchkeep/orders/statements';
import type { Draw } from '@patchkeep/rules/approvals/random-policies.factory';
import { copy } from './agent.ts';
import { channelOf } from './approval-world.ts';
import { applicationNames, versionNumbers } from './fleet-world.ts';

/** The applications of the fleets; the other ones of the world stay as they are. */
const names = applicationNames.slice(0, 3);
export const fleetChannels = names.map(channelOf);
const versions = versionNumbers.map((version) => `${version}.0`);
const newest = versions.at(-1);
const users = ['ana', 'jonas'];
const day = 86_400_000;

export interface FleetHost {
  osFamily: 0 | 1;
  architecture: string;
  hasRoot: boolean;
  group: number | null;
  tags: number[];
  software: SoftwareCopy[];
}

export interface FleetPackage {
  about: Pick<PackageStatement, 'channelTag' | 'version' | 'kind' | 'scope' | 'expires' | 'release' | 'installedAs'> &
    Partial<Pick<PackageStatement, 'architectures' | 'family'>>;
  /** What the catalogue knows of its file; null when it does not know it. */
  architecture: string | null;
}

/** Work that ended badly on a host. */
export interface FleetFailure {
  host: number;
  channelTag: string;
  version: string;
  user: string;
  /** After what is decided, which a new decision would lift. */
  isAfterDecision: boolean;
}

/** Old agents do not tell the processor, and some copies do not say it. */
const drawVariant = (draw: Draw): Partial<SoftwareCopy> => {
  const architecture = draw.of([undefined, undefined, 'x64', 'x64', 'x64', 'x86', 'arm64']);
  return { source: draw.of(['msi', 'exe']), ...(architecture !== undefined && { architecture }) };
};

const drawCopies = (draw: Draw): SoftwareCopy[] =>
  names.flatMap((name) => {
    if (draw.chance(20)) return [];
    const machine = draw.chance(80)
      ? draw
          .some(versions, 40)
          .flatMap((version) =>
            Array.from({ length: draw.chance(20) ? 2 : 1 }, () => copy(name, version, drawVariant(draw))),
          )
      : [];
    const own = users.flatMap((user) =>
      draw.chance(25) ? [copy(name, draw.of(versions), { ...drawVariant(draw), scope: 'user', user })] : [],
    );
    return [...machine, ...own];
  });

export const drawHost = (draw: Draw): FleetHost => ({
  osFamily: draw.chance(75) ? 0 : 1,
  architecture: draw.of(['x64', 'x64', 'arm64', 'ia32']),
  hasRoot: draw.chance(85),
  group: draw.of([null, 0, 1]),
  tags: draw.some([0, 1], 40),
  software: drawCopies(draw),
});

/** Statements of some versions: for machines or users, Windows or Linux, of all variants or some, some expired. */
export const drawPackages = (draw: Draw, now: number): FleetPackage[] =>
  names.flatMap((name) =>
    versions.flatMap((version, at) =>
      draw.some(['msi', 'msi', 'exe', 'exe', 'deb'] as const, version === newest ? 70 : 40).map((kind) => ({
        about: {
          channelTag: channelOf(name),
          version,
          kind,
          scope: draw.chance(70) ? 'machine' : 'user',
          release: at * 10 + draw.below(10),
          expires: now + (draw.chance(85) ? 30 * day : -day),
          installedAs: { names: [name.toLowerCase()], publishers: ['Example'], scheme: 'generic' },
          ...(draw.chance(50) && { architectures: draw.of([['x64'], ['x64'], ['x86'], ['arm64'], ['x86', 'x64']]) }),
          ...(draw.chance(40) && { family: draw.of(['msi', 'exe'] as const) }),
        },
        architecture: draw.of([null, null, null, 'x64', 'arm64', 'x86']),
      })),
    ),
  );

/** What the packager says of versions, whether or not there is a statement. */
export const drawBuilds = (draw: Draw): { channelTag: string; version: string; state: string; fits: object | null }[] =>
  fleetChannels.flatMap((channelTag) =>
    draw.some(versions, 30).map((version) => ({
      channelTag,
      version,
      state: draw.of([
        'waiting',
        'fetching',
        'awaitsVerifier',
        'awaitsPerson',
        'held',
        'ready',
        'vendorDown',
        'notOffered',
      ]),
      fits: draw.of([null, { architectures: ['x86'], scope: 'machine', family: 'msi' }]),
    })),
  );

/** That nothing is decided, at every place about every application. */
export const undecided = (groups: readonly string[], tags: readonly string[]): SomeChange[] => {
  const places = [
    { level: 'site' as const },
    ...groups.map((groupUuid) => ({ level: 'group' as const, groupUuid })),
    ...tags.map((tagUuid) => ({ level: 'tag' as const, tagUuid })),
  ];
  return fleetChannels.flatMap((channelTag) =>
    places.map((place): SomeChange => ({ ...place, kind: 'app', channelTag, type: 'disable' })),
  );
};

/** A decision, or that there is none, at every place about every application. */
export const drawChanges = (draw: Draw, groups: readonly string[], tags: readonly string[]): SomeChange[] =>
  undecided(groups, tags).map((change) => {
    if (!draw.chance(change.level === 'site' ? 75 : 35)) return change;
    const type = draw.of(['automate', 'automate', 'automate', 'approve', 'approve', 'block'] as const);
    return { ...change, type, ...(type === 'approve' && { version: draw.of(versions) }) };
  });

export const drawFailures = (draw: Draw, hosts: number): FleetFailure[] =>
  Array.from({ length: hosts }, (_, host) => host).flatMap((host) =>
    draw.chance(25)
      ? [
          {
            host,
            channelTag: draw.of(fleetChannels),
            version: draw.of(versions),
            user: draw.of(['', '', ...users]),
            isAfterDecision: draw.chance(60),
          },
        ]
      : [],
  );
