import type { ApprovalLevel } from '@patchkeep/contract/approval-fields';
import type { Context } from '../../../platform/context.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { enterAllSites } from '../../changes/public.ts';
import { siteOf } from '../../hosts/public.ts';
import { selectGroups, selectSites, selectTags } from './scopes.queries.ts';

/** A scope that can have decisions: the system, a site, a group or a tag. */
export interface Scope {
  level: ApprovalLevel;
  /** The customer for the system, else the site, group or tag. */
  scopeId: string;
  siteId: string | null;
  groupId: string | null;
  tagId: string | null;
  name: string;
}

/** The system and one site, or all sites, with their groups and tags. */
export interface Scopes {
  customerId: string;
  siteIds: readonly string[];
  byScope: ReadonlyMap<string, Scope>;
  /** A group and those above it, nearest first. */
  chainOf(groupId: string): readonly string[];
  /** Whether the first scope inherits from the other. */
  isBelow(scope: Scope, above: Scope): boolean;
  /** The scopes of the next level down, which the numbers of overrides count. */
  nextBelow(scope: Scope): readonly Scope[];
}

/** The name of the system scope. */
export const systemName = 'System';

const build = (
  customerId: string,
  sites: Awaited<ReturnType<typeof selectSites>>,
  groups: Awaited<ReturnType<typeof selectGroups>>,
  tags: Awaited<ReturnType<typeof selectTags>>,
): Scopes => {
  const none = { siteId: null, groupId: null, tagId: null };
  const system: Scope = { level: 'system', scopeId: customerId, ...none, name: systemName };
  const siteP = sites.map(({ site_id: id, name }): Scope => ({
    level: 'site',
    scopeId: id,
    ...none,
    siteId: id,
    name,
  }));
  const groupP = groups.map(({ site_id, group_id: id, name }): Scope => ({
    level: 'group',
    scopeId: id,
    ...none,
    siteId: site_id,
    groupId: id,
    name,
  }));
  const tagP = tags.map(({ site_id, tag_id: id, name }): Scope => ({
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
  const inSite = Map.groupBy([...groupP, ...tagP], (scope) => scope.siteId);
  const groupsBelow = (scopeId: string): Scope[] =>
    groupP.filter((group) => group.scopeId !== scopeId && chainOf(group.scopeId).includes(scopeId));
  const nextBelow = (scope: Scope): readonly Scope[] => {
    if (scope.level === 'system') return siteP;
    if (scope.level === 'site') return inSite.get(scope.siteId) ?? [];
    return scope.level === 'group' ? groupsBelow(scope.scopeId) : [];
  };
  return {
    customerId,
    siteIds: sites.map((site) => site.site_id),
    byScope: new Map(all.map((scope) => [scope.scopeId, scope])),
    chainOf,
    isBelow(scope, above) {
      if (scope.scopeId === above.scopeId) return false;
      if (above.level === 'system') return true;
      if (above.level === 'site') return scope.siteId === above.siteId;
      return above.level === 'group' && scope.level === 'group' && chainOf(scope.scopeId).includes(above.scopeId);
    },
    nextBelow,
  };
};

const read = async (context: Context, siteIds: readonly string[]): Promise<Scopes> => {
  const { tx, principal } = context;
  const { customerId } = principal;
  const sites = await selectSites(tx, customerId, siteIds);
  const groups = await selectGroups(tx, customerId, siteIds);
  return build(customerId, sites, groups, await selectTags(tx, customerId, siteIds));
};

/** The scopes of the site the caller is in. */
export const loadScopes = (context: Context): Promise<Scopes> => read(context, [siteOf(context).siteId]);

/** The scopes of all sites, for who decides for the system; from here on the transaction sees them all. */
export const loadAllScopes = async (context: Context): Promise<Scopes> => {
  return read(context, await enterAllSites(context));
};

export const scopesFor = (context: Context, level: ApprovalLevel): Promise<Scopes> =>
  level === 'system' ? loadAllScopes(context) : loadScopes(context);

/** Finds the scope that a call names; 404 when the group or tag is not the site's. */
export const scopeOf = (
  context: Context,
  scopes: Scopes,
  level: ApprovalLevel,
  { groupUuid, tagUuid }: { groupUuid?: string | undefined; tagUuid?: string | undefined },
): Scope => {
  const scopeId = {
    system: scopes.customerId,
    site: context.principal.siteId ?? undefined,
    group: groupUuid,
    tag: tagUuid,
  }[level];
  if (scopeId === undefined) throw invalid(level === 'group' ? 'Name the group' : 'Name the tag');
  const scope = scopes.byScope.get(scopeId);
  if (!scope || scope.level !== level) throw notFound();
  return scope;
};
