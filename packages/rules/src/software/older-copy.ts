import { compareVersions, isScheme, type SchemeName } from '@patchkeep/versions/schemes';
import { identifier, type Installed } from './identify.ts';
import { type Fit, fitsCopy, variantOfCopy } from './variant.ts';

const schemeOf = (name: string): SchemeName => (isScheme(name) ? name : 'generic');

/** What cannot be placed counts as older: nobody knows that it is new. */
export const isOlderVersion = (scheme: string, version: string, than: string): boolean =>
  (compareVersions(schemeOf(scheme), version, than) ?? -1) < 0;

/** How a host's own list of software names the copies of an application. */
export interface InstalledAs {
  names: readonly string[];
  publishers: readonly string[];
  scheme: string;
  line?: string | undefined;
  /** How the list spells the version of the package, where that differs. */
  displayVersions?: readonly string[] | undefined;
}

/** An entry of the host's own list. */
export interface ListedCopy extends Installed {
  fileVersion?: string | undefined;
  scope: string;
  /** Whose it is, where it is not the machine's. */
  user?: string | undefined;
  source?: string | undefined;
  architecture?: string | undefined;
}

/** A package and whose copy it shall update. */
export interface UpdateOfCopy extends Fit {
  installedAs: InstalledAs;
  version: string;
  user?: string | undefined;
}

/** What an update would find: a copy that is older, else one of its version, else one that is newer, else nothing. */
export type CopyState = 'older' | 'same' | 'newer' | 'none';

const states: readonly CopyState[] = ['older', 'same', 'newer'];

/** The copies of the owner that go by the signed names, each with what it is to the package. */
const statedCopies = <Copy extends ListedCopy>(
  copies: readonly Copy[],
  { installedAs, version, user, ...fit }: UpdateOfCopy,
): { copy: Copy; state: CopyState }[] => {
  const { names, publishers, line, displayVersions = [] } = installedAs;
  const scheme = schemeOf(installedAs.scheme);
  const identify = identifier([{ tag: fit.scope, installedAs: names, publishers, line, scheme }]);
  const stateOf = (installed: string): CopyState => {
    const spellings = [version, ...displayVersions];
    if (spellings.some((each) => compareVersions(scheme, installed, each) === 0)) return 'same';
    return spellings.some((each) => isOlderVersion(scheme, installed, each)) ? 'older' : 'newer';
  };
  return copies
    .filter((copy) => copy.user === user && fitsCopy(fit, variantOfCopy(copy)))
    .map((copy) => ({ copy, known: { ...copy, version: copy.version || (copy.fileVersion ?? '') } }))
    .filter(({ known }) => identify(known) !== undefined)
    .map(({ copy, known }) => ({ copy, state: stateOf(known.version) }));
};

/** Whether there is something to update in a host's own list: an update must never bring what is not there. */
export const copyState = (copies: readonly ListedCopy[], update: UpdateOfCopy): CopyState => {
  const found = new Set(statedCopies(copies, update).map(({ state }) => state));
  return states.find((state) => found.has(state)) ?? 'none';
};

/** The copies that an update which removes first removes: those that it updates, and no others. */
export const olderCopies = <Copy extends ListedCopy>(copies: readonly Copy[], update: UpdateOfCopy): Copy[] =>
  statedCopies(copies, update).flatMap(({ copy, state }) => (state === 'older' ? [copy] : []));
