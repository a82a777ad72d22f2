import type { ApprovalLevel } from '@patchkeep/contract/approval-fields';
import type { Context } from '../../platform/context.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { enterAllSites } from '../changes/public.ts';
import { siteOf } from '../hosts/public.ts';
import { selectGroups, selectSites, selectTags } from './places.queries.ts';

/** Where something can be decided. */
export interface Place {
  level: ApprovalLevel;
  /** The customer for the system, else the site, group or tag. */
  scopeId: string;
  siteId: string | null;
  groupId: string | null;
  tagId: string | null;
  name: string;
}

/** All places in view: the system, and a site, or all of them, with its groups and tags. */
export interface Places {
  customerId: string;
  siteIds: readonly string[];
  byScope: ReadonlyMap<string, Place>;
  /** A group and those above it, nearest first. */
  chainOf(groupId: string): readonly string[];
  /** Does the first place inherit from the other? */
  isBelow(place: Place, above: Place): boolean;
  /** Those of them that the numbers of overrides speak of: the next level down. */
  nextBelow(place: Place): readonly Place[];
}

/** The word for the system where a place is named. */
export const systemName = 'System';

const build = (
  customerId: string,
  sites: Awaited<ReturnType<typeof selectSites>>,
  groups: Awaited<ReturnType<typeof selectGroups>>,
  tags: Awaited<ReturnType<typeof selectTags>>,
): Places => {
  const none = { siteId: null, groupId: null, tagId: null };
  const system: Place = { level: 'system', scopeId: customerId, ...none, name: systemName };
  const siteP = sites.map(({ site_id: id, name }): Place => ({
    level: 'site',
    scopeId: id,
    ...none,
    siteId: id,
    name,
  }));
  const groupP = groups.map(({ site_id, group_id: id, name }): Place => ({
    level: 'group',
    scopeId: id,
    ...none,
    siteId: site_id,
    groupId: id,
    name,
  }));
  const tagP = tags.map(({ site_id, tag_id: id, name }): Place => ({
    level: 'tag',
    scopeId: id,
    ...none,
    siteId: site_id,
    tagId: id,
    name,
  }));
  const parents = new Map(groups.map((group) => [group.group_id, group.parent_id]));
  const chains = new Map<string, string[]>();
  const chainOf = (groupId: string): readonly string[] => {
    const known = chains.get(groupId);
    if (known) return known;
    const chain: string[] = [];
    for (let at: string | null = groupId; at !== null && !chain.includes(at); at = parents.get(at) ?? null)
      chain.push(at);
    chains.set(groupId, chain);
    return chain;
  };
  const all = [system, ...siteP, ...groupP, ...tagP];
  const inSite = Map.groupBy([...groupP, ...tagP], (place) => place.siteId);
  const groupsBelow = (scopeId: string): Place[] =>
    groupP.filter((group) => group.scopeId !== scopeId && chainOf(group.scopeId).includes(scopeId));
  const nextBelow = (place: Place): readonly Place[] => {
    if (place.level === 'system') return siteP;
    if (place.level === 'site') return inSite.get(place.siteId) ?? [];
    return place.level === 'group' ? groupsBelow(place.scopeId) : [];
  };
  return {
    customerId,
    siteIds: sites.map((site) => site.site_id),
    byScope: new Map(all.map((place) => [place.scopeId, place])),
    chainOf,
    isBelow(place, above) {
      if (place.scopeId === above.scopeId) return false;
      if (above.level === 'system') return true;
      if (above.level === 'site') return place.siteId === above.siteId;
      return above.level === 'group' && place.level === 'group' && chainOf(place.scopeId).includes(above.scopeId);
    },
    nextBelow,
  };
};

const read = async (context: Context, siteIds: readonly string[]): Promise<Places> => {
  const { tx, principal } = context;
  const { customerId } = principal;
  const sites = await selectSites(tx, customerId, siteIds);
  const groups = await selectGroups(tx, customerId, siteIds);
  return build(customerId, sites, groups, await selectTags(tx, customerId, siteIds));
};

/** The places of the site the caller is in. */
export const loadPlaces = (context: Context): Promise<Places> => read(context, [siteOf(context).siteId]);

/** The places of all sites, for who decides for the system; from here on the transaction sees them all. */
export const loadAllPlaces = async (context: Context): Promise<Places> => {
  return read(context, await enterAllSites(context));
};

export const placesFor = (context: Context, level: ApprovalLevel): Promise<Places> =>
  level === 'system' ? loadAllPlaces(context) : loadPlaces(context);

/** The place a call is about; 404 when the group or tag is not the site's. */
export const placeOf = (
  context: Context,
  places: Places,
  level: ApprovalLevel,
  { groupUuid, tagUuid }: { groupUuid?: string | undefined; tagUuid?: string | undefined },
): Place => {
  const scopeId = {
    system: places.customerId,
    site: context.principal.siteId ?? undefined,
    group: groupUuid,
    tag: tagUuid,
  }[level];
  if (scopeId === undefined) throw invalid(level === 'group' ? 'Name the group' : 'Name the tag');
  const place = places.byScope.get(scopeId);
  if (!place || place.level !== level) throw notFound();
  return place;
};
