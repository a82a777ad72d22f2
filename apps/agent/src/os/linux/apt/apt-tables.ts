/*
 * Reads what apt prints. Every table is walked once, line by line, without patterns over its text: repositories are
 * written by others.
 */

/** A repository as apt lists it. */
export interface Target {
  /** As the tables of versions name it. */
  description: string;
  /** Apt calls it trusted: its signature was checked, or somebody told apt to believe it without. */
  isTrusted: boolean;
  uri: string;
  /** The file of sources that names it. */
  sourcesFile: string;
}

const separator = '\t';
/** One line per repository; the tab stands in none of its parts. */
export const targetFormat = ['$(TRUSTED)', '$(REPO_URI)', '$(SOURCESENTRY)', '$(DESCRIPTION)'].join(separator);

export const parseTargets = (lines: readonly string[]): Target[] =>
  lines.flatMap((line): Target[] => {
    const [trusted, uri = '', entry = '', description, more] = line.split(separator);
    if (description === undefined || more !== undefined) return [];
    // `FILE:NUMBER`: the number is that of a line or of a stanza.
    const sourcesFile = entry.slice(0, Math.max(0, entry.lastIndexOf(':')));
    return [{ description, isTrusted: trusted === 'yes', uri, sourcesFile }];
  });

/** Options of a source with which apt believes a repository whose signature it has not checked, or not well. */
const loosening = ['trusted', 'allow-insecure', 'allow-weak', 'allow-downgrade-to-insecure'];

/** Whether a file of sources has such an option anywhere; which entry of the file it belongs to does not matter. */
export const isLoosened = (sources: string): boolean =>
  sources.split('\n').some((line) => {
    const text = line.toLowerCase().trimStart();
    if (text.startsWith('#')) return false;
    return loosening.some((option) => text.startsWith(`${option}:`) || text.includes(`${option}=`));
  });

/** What apt knows about one package. */
export interface PackagePolicy {
  installed: string;
  candidate: string;
  /** By version: the repositories that have it. */
  sources: Map<string, string[]>;
}

/** Versions stand behind five signs, the repositories of a version behind more spaces. */
const versionIndent = 5;
const sourceIndent = '       ';
const field = (line: string, name: string): string | undefined =>
  line.startsWith(`  ${name}: `) ? line.slice(name.length + 4) : undefined;

/** What `apt-cache policy` says, by name. */
export const parsePolicy = (lines: readonly string[]): Map<string, PackagePolicy> => {
  const packages = new Map<string, PackagePolicy>();
  let current: PackagePolicy | undefined;
  let sources: string[] = [];
  for (const line of lines) {
    if (line !== '' && !line.startsWith(' ') && line.endsWith(':')) {
      current = { installed: '', candidate: '', sources: new Map() };
      packages.set(line.slice(0, -1), current);
    } else if (!current) continue;
    else if (line.startsWith(sourceIndent)) {
      const text = line.trimStart();
      sources.push(text.slice(text.indexOf(' ') + 1));
    } else if (line.startsWith('     ') || line.startsWith(' *** ')) {
      const [version = ''] = line.slice(versionIndent).split(' ', 1);
      sources = current.sources.get(version) ?? [];
      current.sources.set(version, sources);
    } else {
      current.installed = field(line, 'Installed') ?? current.installed;
      current.candidate = field(line, 'Candidate') ?? current.candidate;
    }
  }
  return packages;
};

/** One step that apt would take. */
export interface Step {
  kind: 'upgrade' | 'install' | 'remove';
  name: string;
  /** What is there now; empty for what would be new. */
  from: string;
  /** Empty for what would be removed. */
  to: string;
}

/** `Inst name [old] (new origin [arch])`, `Remv name [old]`; an architecture may stand behind the name. */
export const parseSimulation = (lines: readonly string[]): Step[] =>
  lines.flatMap((line): Step[] => {
    const [word, fullName = '', next = '', after = ''] = line.split(' ', 4);
    if (word !== 'Inst' && word !== 'Remv' && word !== 'Purg') return [];
    const [name = ''] = fullName.split(':', 1);
    const isThere = next.startsWith('[') && next.endsWith(']');
    const from = isThere ? next.slice(1, -1) : '';
    if (word !== 'Inst') return [{ kind: 'remove', name, from, to: '' }];
    const to = isThere ? after : next;
    return [{ kind: isThere ? 'upgrade' : 'install', name, from, to: to.startsWith('(') ? to.slice(1) : '' }];
  });
