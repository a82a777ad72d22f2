import { type CopyVariant, type Fit, fitsCopy, runRank, variantWords } from '../software/variant.ts';

/** A package that the keepers of the catalogue have signed a statement about, and whose file the server holds. */
export interface VouchedPackage {
  version: string;
  /** The kind of installer: msi, exe, deb … */
  kind: string;
  /** Whose copies it updates: the machine's, or one user's. */
  scope: string;
  /** The copies that the statement names, apart from whose they are; older statements name none, and fit all. */
  copies: Omit<Fit, 'scope'>;
  /** What the statement names, or what the catalogue knows of the same file; empty: it runs on any host. */
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

/**
 * How far the packager is with a version that has no package yet: it is being prepared, a verifier or people have to
 * vouch for it too, the packager that should do it does not answer, it is held back for a reason, the vendor's file
 * cannot be had now, or no package can be made.
 */
export type Preparing = 'coming' | 'awaitsVerifier' | 'awaitsPerson' | 'silent' | 'held' | 'unavailable' | 'notOffered';

/** A package that the packager prepares, and the copies it is for. */
export interface PreparedPackage {
  state: Preparing;
  /** Null: for all. A scope that nobody knows yet may be any. */
  fits: (Omit<Fit, 'scope'> & { scope: string | null }) | null;
}
/** By version. */
export type Preparations = ReadonlyMap<string, readonly PreparedPackage[]>;

/** Whether there is a package of a version for the old copies on a host, and if not, why. */
export type PackageState =
  | 'ready'
  | 'none'
  | 'unfit'
  | 'noFit'
  | 'notForUsers'
  | 'notForMachine'
  | 'expired'
  | 'notInRepositories'
  | Preparing;

/** Whether a host can be told to do anything: the server needs a signer, and the host a root to check orders by. */
export type OrderState = 'ready' | 'noSigner' | 'noRoot';

const linuxKinds: ReadonlySet<string> = new Set(['deb']);

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
        runRank(machine.architecture, each.architectures) >= 0 &&
        isChosen(selectors['architecture'], each.architectures) &&
        isChosen(selectors['language'], each.languages) &&
        isChosen(selectors['scope'], [each.scope]),
    )
    .toSorted(
      (a, b) => runRank(machine.architecture, a.architectures) - runRank(machine.architecture, b.architectures),
    );

export const isUnexpired = ({ expiresAt }: Pick<VouchedPackage, 'expiresAt'>, now: Date): boolean => expiresAt > now;

/** A copy gets only a package of its own variant: "fits" means nothing else anywhere in the product. */
export const isForCopy = ({ scope, copies }: Pick<VouchedPackage, 'scope' | 'copies'>, copy: CopyVariant): boolean =>
  fitsCopy({ ...copies, scope }, copy);

/** What a host can be given now. "There is a package" means nothing else anywhere in the product. */
export interface Supply {
  orders: OrderState;
  /** `copies` are those that the package shall update; left out, the machine's, of which nothing else is known. */
  packageOf(version: string, selectors?: Selectors, copies?: readonly CopyVariant[]): PackageState;
}

const machineOnly: readonly CopyVariant[] = [{ scope: 'machine' }];
/** Where several packages are prepared for the copies, the one that promises most is told. */
const byPromise: readonly Preparing[] = [
  'notOffered',
  'unavailable',
  'held',
  'silent',
  'awaitsPerson',
  'awaitsVerifier',
  'coming',
];

/** How far the packager is with packages for these copies; undefined when it prepares none. */
const preparingFor = (prepared: readonly PreparedPackage[], copies: readonly CopyVariant[]): Preparing | undefined => {
  const found = prepared.filter(({ fits }) =>
    copies.some((copy) => fits === null || fitsCopy({ ...fits, scope: fits.scope ?? copy.scope }, copy)),
  );
  return byPromise.findLast((state) => found.some((each) => each.state === state));
};

export const supplyOf = (
  packages: readonly VouchedPackage[],
  machine: Machine,
  { isSigning, now, preparing }: { isSigning: boolean; now: Date; preparing?: Preparations },
): Supply => ({
  orders: orderStateOf(machine, isSigning),
  packageOf(version, selectors, copies = machineOnly) {
    const own = packages.filter((each) => each.version === version);
    const fitting = fittingPackages(own, machine, selectors);
    const forCopies = fitting.filter((each) => copies.some((copy) => isForCopy(each, copy)));
    if (forCopies.some((each) => isUnexpired(each, now))) return 'ready';
    if (forCopies.length > 0) return 'expired';
    // The packager makes packages for Windows.
    const prepared = (machine.osFamily === 0 ? preparing?.get(version) : undefined) ?? [];
    const told = preparingFor(prepared, copies);
    if (told !== undefined && told !== 'notOffered') return told;
    if (fitting.some(({ scope }) => copies.some((copy) => copy.scope === scope))) return 'noFit';
    if (fitting.length > 0) return copies.some(({ scope }) => scope === 'machine') ? 'notForMachine' : 'notForUsers';
    if (own.length > 0) return 'unfit';
    // What is prepared is for other copies.
    if (prepared.some(({ state }) => state !== 'notOffered')) return 'noFit';
    return told ?? 'none';
  },
});

/** What a host can be given of a package of its own distribution: what its own repositories offer, and nothing else. */
export const repositorySupply = (offered: ReadonlySet<string>, machine: Machine, isSigning: boolean): Supply => ({
  orders: orderStateOf(machine, isSigning),
  packageOf: (version) => (offered.has(version) ? 'ready' : 'notInRepositories'),
});

const joinedWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** "32-bit MSI copies", "users’ 64-bit setup copies": the copies that there is no package for. */
export const copiesText = (copies: readonly CopyVariant[]): string => {
  const words = copies.map((copy) => `${copy.scope === 'user' ? 'users’ ' : ''}${variantWords(copy)}`.trim());
  return `${joinedWords([...new Set(words)].filter((word) => word !== '').toSorted())} copies`.trim();
};

export const orderStateOf = ({ hasRoot }: Pick<Machine, 'hasRoot'>, isSigning: boolean): OrderState => {
  if (!isSigning) return 'noSigner';
  return hasRoot ? 'ready' : 'noRoot';
};
