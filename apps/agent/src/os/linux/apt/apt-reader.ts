import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoosened, type PackagePolicy, parsePolicy, parseTargets, targetFormat } from './apt-tables.ts';
import { type AptProgram, runApt } from './run-apt.ts';

const namesAtOnce = 500;

/** Asks the apt of a system what it knows; changes nothing. */
export const aptReader = (root: string) => {
  const apt = (program: AptProgram, given: readonly string[], signal: AbortSignal) =>
    runApt(root, program, given, signal);
  const linesOf = async (program: AptProgram, given: readonly string[], signal: AbortSignal): Promise<string[]> => {
    const { exitCode, lines, errors } = await apt(program, given, signal);
    if (exitCode !== 0) throw new Error(`${program} ended with ${exitCode}: ${errors.trim().slice(-200)}`);
    return lines;
  };

  /** The text of every file of sources in which apt is told to believe what it has not checked. */
  const readLoosened = async (): Promise<Map<string, string>> => {
    const folder = join(root, 'etc/apt/sources.list.d');
    const names = (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
    const found = new Map<string, string>();
    for (const file of [join(root, 'etc/apt/sources.list'), ...names]) {
      const text = await readFile(file, 'utf8').catch(() => '');
      if (isLoosened(text)) found.set(file, text);
    }
    return found;
  };

  /** The repositories whose signature apt itself has checked, by the description in its tables. */
  const readSigned = async (signal: AbortSignal): Promise<Set<string>> => {
    const loosened = await readLoosened();
    const targets = parseTargets(
      await linesOf('apt-get', ['indextargets', '--format', targetFormat, 'Created-By: Packages'], signal),
    );
    const isSigned = ({ isTrusted, uri, sourcesFile }: (typeof targets)[number]): boolean => {
      const address = uri.endsWith('/') ? uri.slice(0, -1) : uri;
      const isNamed = [...loosened.values()].some((text) => text.includes(address));
      return isTrusted && address !== '' && sourcesFile !== '' && !loosened.has(sourcesFile) && !isNamed;
    };
    return new Set(targets.filter(isSigned).map(({ description }) => description));
  };

  const readPolicies = async (names: readonly string[], signal: AbortSignal) => {
    const policies = new Map<string, PackagePolicy>();
    for (let from = 0; from < names.length; from += namesAtOnce) {
      const lines = await linesOf('apt-cache', ['policy', '--', ...names.slice(from, from + namesAtOnce)], signal);
      for (const [name, policy] of parsePolicy(lines)) policies.set(name, policy);
    }
    return policies;
  };

  const statusFile = join(root, 'var/lib/dpkg/status');
  /** Every repository that has the version is a signed one: which of them apt would take it from is apt's to say. */
  const isVouchedFor = ({ sources }: PackagePolicy, version: string, signed: ReadonlySet<string>): boolean => {
    const places = (sources.get(version) ?? []).filter((place) => place !== statusFile);
    return places.length > 0 && places.every((place) => signed.has(place));
  };

  return { apt, linesOf, readSigned, readPolicies, isVouchedFor };
};
