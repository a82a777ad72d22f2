import { api } from '@patchkeep/contract/api';
import { systemDashboards } from '@patchkeep/contract/dashboards';
import type { AnyEndpoint } from '@patchkeep/contract/endpoint';
import { savedViews } from '@patchkeep/contract/saved-views';
import { search } from '@patchkeep/contract/search';
import { isOpenToTokens } from '../api-token.ts';

type Families = Record<string, Record<string, AnyEndpoint>>;

/** What belongs to one person's screens: it says nothing to a program, and changes as the screens do. */
const ofScreens: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  ...Object.values(savedViews),
  ...Object.values(search),
  systemDashboards.instant,
  systemDashboards.arrange,
  systemDashboards.reset,
]);

/**
 * Is this endpoint part of the public API? All that a token may ever do is, so that whatever a person automates by hand
 * can be automated by a program; files and streams are not.
 */
export const isPublic = (endpoint: AnyEndpoint): boolean =>
  endpoint.right !== 'anyone' &&
  isOpenToTokens(endpoint.right) &&
  (endpoint.kind ?? 'json') === 'json' &&
  !ofScreens.has(endpoint);

const publicOf = (families: Families): Families => {
  const picked = Object.entries(families).map(([family, endpoints]) => [
    family,
    Object.fromEntries(Object.entries(endpoints).filter(([, endpoint]) => isPublic(endpoint))),
  ]);
  return Object.fromEntries(picked.filter(([, endpoints]) => Object.keys(endpoints as object).length > 0)) as Families;
};

/** The endpoints of the public API, by family. */
export const publicApi = publicOf(api);
