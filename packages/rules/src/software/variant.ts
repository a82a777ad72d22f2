import { type Architecture, architectures, type CopyScope, families, type Family } from '@patchkeep/contract/variants';

/** What tells the copies of one version apart. What nobody could tell is left out. */
export interface CopyVariant {
  scope: CopyScope;
  architecture?: Architecture | undefined;
  family?: Family | undefined;
}

/** The copies that a package is for. What it does not name may be any: older statements name none. */
export interface Fit {
  scope: string;
  architectures?: readonly string[] | null | undefined;
  family?: string | null | undefined;
}

/** As systems spell them: Debian and Red Hat have names of their own. */
const spellings: Readonly<Record<string, Architecture>> = {
  x86: 'x86',
  ia32: 'x86',
  i386: 'x86',
  i686: 'x86',
  x64: 'x64',
  amd64: 'x64',
  x86_64: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
};

const isFamily = (source: string | undefined): source is Family => families.some((family) => family === source);

/** The variant of a copy as a host reports it. */
export const variantOfCopy = (copy: {
  scope: string;
  source?: string | undefined;
  architecture?: string | undefined;
}): CopyVariant => {
  const spelt = copy.architecture?.toLowerCase() ?? '';
  return {
    scope: copy.scope === 'user' ? 'user' : 'machine',
    ...(Object.hasOwn(spellings, spelt) && { architecture: spellings[spelt] }),
    ...(isFamily(copy.source) && { family: copy.source }),
  };
};

/** A copy gets only a package of its own variant. The host asks the same of its own list. */
export const fitsCopy = ({ scope, architectures: named, family }: Fit, copy: CopyVariant): boolean =>
  scope === copy.scope &&
  (!named || copy.architecture === undefined || named.includes(copy.architecture)) &&
  (!family || copy.family === undefined || family === copy.family);

/** The programs that a machine runs, its own first: Windows on ARM also runs those for x64 and x86. */
const runs: Readonly<Record<string, readonly string[]>> = {
  x64: ['x64', 'x86'],
  arm64: ['arm64', 'x64', 'x86', 'arm'],
  ia32: ['x86'],
  arm: ['arm'],
};

/** By how much a machine prefers programs for these architectures, 0 most; below 0 it runs none of them. */
export const runRank = (machine: string, named: readonly string[]): number => {
  if (named.length === 0 || named.includes('neutral')) return 0;
  return (runs[machine] ?? [machine]).findIndex((architecture) => named.includes(architecture));
};

const architectureWords: Record<Architecture, string> = { x86: '32-bit', x64: '64-bit', arm64: 'ARM64' };
const familyWords: Record<Family, string> = { msi: 'MSI', exe: 'setup' };

/** "32-bit MSI": what is known of a variant apart from its scope; empty when nothing is. */
export const variantWords = ({ architecture, family }: Omit<CopyVariant, 'scope'>): string =>
  [architecture && architectureWords[architecture], family && familyWords[family]].filter(Boolean).join(' ');

const codes = { architectures: [undefined, ...architectures], families: [undefined, ...families] } as const;
/** One more than the largest code. */
export const variantCodes = 2 * codes.architectures.length * codes.families.length;

/** A variant as a small number, as it is stored: 0 is the machine's copy of which nothing else is known. Never changes. */
export const variantCode = ({ scope, architecture, family }: CopyVariant): number =>
  (codes.architectures.indexOf(architecture) * codes.families.length + codes.families.indexOf(family)) * 2 +
  (scope === 'user' ? 1 : 0);

export const variantOfCode = (code: number): CopyVariant => {
  const pair = Math.floor(code / 2);
  const architecture = codes.architectures[Math.floor(pair / codes.families.length)];
  const family = codes.families[pair % codes.families.length];
  return {
    scope: code % 2 === 1 ? 'user' : 'machine',
    ...(architecture && { architecture }),
    ...(family && { family }),
  };
};
