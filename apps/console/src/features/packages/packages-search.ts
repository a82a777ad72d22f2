import { type BuildState, buildStates } from '@patchkeep/contract/packager';
import { chip, type Filter, valueIn } from '../../ui/table/filters.ts';

export interface RawPackagesSearch {
  q?: string | undefined;
  state?: string | undefined;
}
export interface PackagesSearch {
  q: string;
  state: BuildState | undefined;
}

const stateOf = (text: string | undefined) => buildStates.find((state) => state === text);

export const readPackagesSearch = (raw: RawPackagesSearch): PackagesSearch => ({
  q: (raw.q ?? '').slice(0, 200),
  state: stateOf(raw.state),
});

/** Only what narrows the list stands in the address. */
export const writePackagesSearch = ({ q, state }: PackagesSearch): RawPackagesSearch => ({
  ...(q !== '' && { q }),
  ...(state !== undefined && { state }),
});

export const wholeList: PackagesSearch = readPackagesSearch({});
export const isNarrowed = ({ q, state }: PackagesSearch): boolean => q !== '' || state !== undefined;

/** The chip. The search has a place of its own on the screen. */
export const chipsOf = ({ state }: PackagesSearch): Filter[] => chip('state', 'is', state);
export const withChips = (search: PackagesSearch, filters: readonly Filter[]): PackagesSearch => ({
  ...search,
  state: stateOf(valueIn(filters, 'state')),
});
