/** A package that the keepers of the catalogue have signed a statement about, and whose file the server holds. */
export interface VouchedPackage {
  version: string;
  /** The kind of installer: msi, exe, deb … */
  kind: string;
  /** Whose copies it updates: the machine's, or one user's. */
  scope: string;
  /** What the catalogue knows of the same file; empty when it does not know the file, which then fits any host. */
  architectures: readonly string[];
  languages: readonly string[];
  expiresAt: Date;
}

/** What decides which packages a host can run, and whether it obeys orders. */
export interface Machine {
  /** 0 Windows, 1 Linux, as hosts keep it. */
  osFamily: number;
  /** As the agent reports it: x64, arm64, ia32, arm. */
  architecture: string;
  /** The host pinned a root of keys when it enrolled; without one it refuses every order. */
  hasRoot: boolean;
}

/** The choices of custom settings among packages, by name: architecture, language, scope. */
export type Selectors = Readonly<Record<string, string>>;

/** Whose a copy is: shared by all users of the machine, or one user's own. A package updates copies of one kind only. */
export type CopyScope = 'machine' | 'user';

/**
 * How far the packager is with a version that has no package yet: it is being prepared, the packager that should do it
 * does not answer, it is held back for a reason, the vendor's file cannot be had now, or no package can be made.
 */
export type Preparing = 'coming' | 'silent' | 'held' | 'unavailable' | 'notOffered';

/** Whether there is a package of a version for the old copies on a host, and if not, why. */
export type PackageState =
  | 'ready'
  | 'none'
  | 'unfit'
  | 'notForUsers'
  | 'notForMachine'
  | 'expired'
  | 'notInRepositories'
  | Preparing;

/** Whether a host can be told to do anything: the server needs a signer, and the host a root to check orders by. */
export type OrderState = 'ready' | 'noSigner' | 'noRoot';

const linuxKinds: ReadonlySet<string> = new Set(['deb']);

/** Architectures of packages that a machine runs, its own first: Windows on ARM also runs programs for x64 and x86. */
const runs: Readonly<Record<string, readonly string[]>> = {
  x64: ['x64', 'x86'],
  arm64: ['arm64', 'x64', 'x86', 'arm'],
  ia32: ['x86'],
  arm: ['arm'],
};

const rankOf = ({ architectures }: VouchedPackage, machine: Machine): number => {
  if (architectures.length === 0 || architectures.includes('neutral')) return 0;
  const known = runs[machine.architecture] ?? [machine.architecture];
  return known.findIndex((architecture) => architectures.includes(architecture));
};

const isChosen = (chosen: string | undefined, offered: readonly string[]): boolean =>
  chosen === undefined || offered.length === 0 || offered.includes(chosen);

/** Packages that a host can run and that custom settings allow, those of its own architecture first. */
export const fittingPackages = <P extends VouchedPackage>(
  packages: readonly P[],
  machine: Machine,
  selectors: Selectors = {},
): P[] =>
  packages
    .filter(
      (each) =>
        linuxKinds.has(each.kind) === (machine.osFamily === 1) &&
        rankOf(each, machine) >= 0 &&
        isChosen(selectors['architecture'], each.architectures) &&
        isChosen(selectors['language'], each.languages) &&
        isChosen(selectors['scope'], [each.scope]),
    )
    .toSorted((a, b) => rankOf(a, machine) - rankOf(b, machine));

export const isUnexpired = ({ expiresAt }: Pick<VouchedPackage, 'expiresAt'>, now: Date): boolean => expiresAt > now;

/** What a host can be given now. "There is a package" means nothing else anywhere in the product. */
export interface Supply {
  orders: OrderState;
  /** `scopes` says whose the copies are that the package shall update; left out, the machine's. */
  packageOf(version: string, selectors?: Selectors, scopes?: ReadonlySet<CopyScope>): PackageState;
}

const machineOnly: ReadonlySet<CopyScope> = new Set(['machine']);

export const supplyOf = (
  packages: readonly VouchedPackage[],
  machine: Machine,
  { isSigning, now, preparing }: { isSigning: boolean; now: Date; preparing?: ReadonlyMap<string, Preparing> },
): Supply => ({
  orders: orderStateOf(machine, isSigning),
  packageOf(version, selectors, scopes = machineOnly) {
    const own = packages.filter((each) => each.version === version);
    const fitting = fittingPackages(own, machine, selectors);
    const wanted: ReadonlySet<string> = scopes;
    const forCopies = fitting.filter(({ scope }) => wanted.has(scope));
    if (forCopies.some((each) => isUnexpired(each, now))) return 'ready';
    if (forCopies.length > 0) return 'expired';
    if (fitting.length > 0) return scopes.has('machine') ? 'notForMachine' : 'notForUsers';
    if (own.length > 0) return 'unfit';
    // The packager makes packages for Windows.
    return (machine.osFamily === 0 ? preparing?.get(version) : undefined) ?? 'none';
  },
});

/** What a host can be given of a package of its own distribution: what its own repositories offer, and nothing else. */
export const repositorySupply = (offered: ReadonlySet<string>, machine: Machine, isSigning: boolean): Supply => ({
  orders: orderStateOf(machine, isSigning),
  packageOf: (version) => (offered.has(version) ? 'ready' : 'notInRepositories'),
});

export const orderStateOf = ({ hasRoot }: Pick<Machine, 'hasRoot'>, isSigning: boolean): OrderState => {
  if (!isSigning) return 'noSigner';
  return hasRoot ? 'ready' : 'noRoot';
};
