import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { SystemPackageEnd, SystemPackages } from '../../os.ts';
import { isOlder, problemOf } from './apt-plan.ts';
import { aptReader } from './apt-reader.ts';
import { type PackagePolicy, parseSimulation } from './apt-tables.ts';
import { type Ran, runDpkg } from './run-apt.ts';

/** Lists that are older are updated before the host is asked what it is offered. */
const listsLastMs = 6 * 3_600_000;
const longestUpdateMs = 10 * 60_000;

/** Whatever the host's own configuration says: nothing unsigned, no endless waiting for a server or a lock. */
const strict = [
  'APT::Get::AllowUnauthenticated=false',
  'Acquire::AllowInsecureRepositories=false',
  'Acquire::AllowWeakRepositories=false',
  'Acquire::AllowDowngradeToInsecureRepositories=false',
  'Acquire::http::Timeout=30',
  'Acquire::https::Timeout=30',
  'DPkg::Lock::Timeout=120',
].flatMap((setting) => ['-o', setting]);

/** The configuration that an administrator changed stays; nobody is asked. */
const keepConfiguration = '--force-confold';
const upgradeArguments = (name: string, version: string): string[] => [
  ...strict,
  '-o',
  `DPkg::Options::=${keepConfiguration}`,
  '--yes',
  '--no-install-recommends',
  'install',
  '--only-upgrade',
  '--no-remove',
  '--',
  `${name}=${version}`,
];

/** Words of apt and dpkg for what passes by itself, and what to call it. */
const passing: readonly [word: string, pkgResult: string, cause: string][] = [
  ['lock', 'Busy', 'Another program uses the package system of this host'],
  ['No space left on device', 'DiskFull', 'The disk is full'],
  ["You don't have enough free space", 'DiskFull', 'There is not enough room on the disk'],
  ['Failed to fetch', 'Source', 'A file could not be fetched from the repositories of this host'],
  ['Unable to fetch', 'Source', 'A file could not be fetched from the repositories of this host'],
];
const failedWith = (program: string, { exitCode, errors }: Ran): SystemPackageEnd => {
  const complaint = errors.split('\n').findLast((line) => line.startsWith('E: ') || line.startsWith('dpkg: '));
  const [, pkgResult, known] = passing.find(([word]) => complaint?.includes(word)) ?? [];
  const cause = `${known ?? `${program} ended with ${exitCode}`}${complaint === undefined ? '' : `: ${complaint}`}`;
  return { kind: 'failed', pkgResult: pkgResult ?? 'Error', exitCode, cause };
};

const refused = (cause: string): SystemPackageEnd => ({ kind: 'refused', cause });

/** The packages of a Debian or Ubuntu, by its own apt and by the keys that its administrator gave it. */
export const aptPackages = (root: string): SystemPackages => {
  const hasApt = (): boolean => existsSync(join(root, 'etc/apt')) && existsSync(join(root, 'var/lib/dpkg/status'));
  const { apt, linesOf, readSigned, readPolicies, isVouchedFor } = aptReader(root);

  /** The folder apt works in while it updates its lists, whether or not it finds something new. */
  const updateLists = async (signal: AbortSignal): Promise<void> => {
    const { mtimeMs } = await stat(join(root, 'var/lib/apt/lists/partial')).catch(() => ({ mtimeMs: 0 }));
    if (Math.abs(Date.now() - mtimeMs) < listsLastMs) return;
    // A repository that cannot be reached does not end the inspection: what the older lists offer still counts.
    await apt(
      'apt-get',
      [...strict, '--quiet=2', 'update'],
      AbortSignal.any([signal, AbortSignal.timeout(longestUpdateMs)]),
    );
  };

  const offersOf = async (names: readonly string[], signal: AbortSignal): Promise<Map<string, PackagePolicy>> => {
    await updateLists(signal);
    const signed = await readSigned(signal);
    const held = new Set(await linesOf('apt-mark', ['showhold'], signal));
    const policies = await readPolicies(names, signal);
    for (const [name, policy] of policies)
      if (held.has(name) || !isVouchedFor(policy, policy.candidate, signed)) policies.delete(name);
    return policies;
  };

  /** What keeps this upgrade from being done, as apt plans it now; undefined when nothing does. */
  const look = async (name: string, version: string, signal: AbortSignal): Promise<SystemPackageEnd | undefined> => {
    const policy = (await readPolicies([name], signal)).get(name);
    if (!policy || policy.installed === '' || policy.installed === '(none)')
      return refused(`${name} is not installed, and an upgrade installs nothing new`);
    if (policy.installed === version) return { kind: 'thereAlready' };
    if (!isOlder(policy.installed, version)) return refused(`${name} ${policy.installed} is newer than ${version}`);
    if (!policy.sources.has(version)) return { kind: 'notOffered' };
    const planned = await apt('apt-get', ['--simulate', ...upgradeArguments(name, version)], signal);
    if (planned.exitCode !== 0) return failedWith('apt-get', planned);
    const steps = parseSimulation(planned.lines);
    const problem = problemOf(steps, name, version);
    if (problem !== undefined) return refused(problem);
    const signed = await readSigned(signal);
    const policies = await readPolicies([...new Set(steps.map((step) => step.name))], signal);
    const unsigned = steps.find((step) => {
      const own = policies.get(step.name);
      return !own || !isVouchedFor(own, step.to, signed);
    });
    return (
      unsigned && refused(`${unsigned.name} ${unsigned.to} comes from a repository whose signature apt did not check`)
    );
  };

  return {
    async withOffers(software, signal) {
      if (!hasApt()) return [...software];
      const names = new Set(software.flatMap(({ source, name }) => (source === 'dpkg' ? name : [])));
      const offers = await offersOf([...names], signal);
      return software.map((copy): SoftwareCopy => {
        const offer = copy.source === 'dpkg' ? offers.get(copy.name) : undefined;
        // The table of a name is that of one architecture; a copy of another one may have another version.
        const isMeant = offer?.installed === copy.version && isOlder(copy.version, offer.candidate);
        return isMeant ? { ...copy, offered: offer.candidate } : copy;
      });
    },

    async upgrade({ name, version }, signal) {
      if (!hasApt()) return undefined;
      // What an interrupted installation left half done keeps apt from everything else.
      const finished = await runDpkg(root, [keepConfiguration, '--configure', '--pending'], signal);
      if (finished.exitCode !== 0) return failedWith('dpkg', finished);
      const end = await look(name, version, signal);
      if (end) return end;
      const ran = await apt('apt-get', upgradeArguments(name, version), signal);
      return ran.exitCode === 0 ? { kind: 'upgraded' } : failedWith('apt-get', ran);
    },
  };
};
