import type { Received } from '@patchkeep/contract/endpoint';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { tags } from '@patchkeep/contract/tags';
import type { Context } from '../../platform/context.ts';
import { notFound, saveConflict } from '../../platform/errors.ts';
import { type AnyGatedAct, gatedAct, type Impact } from '../../platform/gate.ts';
import { inNamedSite } from '../identity/public.ts';
import { hostsText, packed, unpacked } from './gated-hosts.service.ts';
import { groupReach, readGroup, readGroups, changeGroup } from './groups-and-tags/groups.service.ts';
import { readTag, readTags } from './groups-and-tags/tags.service.ts';
import { moveHosts, tagHosts } from './host-acts.service.ts';
import { resolveSelection } from './selection.service.ts';
import { siteOf } from './site.service.ts';
import { selectByNumber, selectCarriers, selectInGroups, selectStanding } from './touched-hosts.queries.ts';

/** Memberships of one person add up, whichever group or tag; and with what that person decided for that group or tag. */
const aboutMembership = (ids: readonly string[]): string[] => [
  'membership',
  ...new Set(ids.map((id) => `scope:${id}`)),
];

/** A group and those above it: what is decided for any of them holds for its hosts. */
const chainOf = async (context: Context, groupIds: readonly (string | null)[]): Promise<string[]> => {
  const parents = new Map((await readGroups(context)).map((group) => [group.uuid, group.parentUuid]));
  const found = new Set<string>();
  for (const groupId of groupIds)
    for (let at = groupId; at !== null && !found.has(at); at = parents.get(at) ?? null) found.add(at);
  return [...found];
};

const titleOfGroup = async (context: Context, groupId: string | null): Promise<string> =>
  groupId === null ? 'no group' : `the group ${(await readGroup(context, groupId)).title}`;

const move = gatedAct({
  endpoint: hosts.move,
  async assessImpact(context, { body: { selection, groupUuid } }) {
    const where = await titleOfGroup(context, groupUuid);
    const hostIds = await resolveSelection(context, selection);
    const rows = (await selectStanding(context.tx, siteOf(context), hostIds)).filter(
      (row) => row.group_id !== groupUuid,
    );
    const former = Map.groupBy(rows, (row) => row.group_id);
    return {
      title: `Move ${hostsText(rows.length)} to ${where}`,
      effect:
        'What is decided for the group they leave no longer holds for them; what is decided for the new one does.',
      hostNos: rows.map((row) => row.host_no),
      about: aboutMembership(await chainOf(context, [groupUuid, ...former.keys()])),
      before: [...former].map(([groupId, members]) => ({
        groupId,
        hostNos: packed(members.map((row) => row.host_no)),
      })),
    };
  },
  async undo(context, { body: { groupUuid } }, { before }) {
    for (const { groupId, hostNos } of before as { groupId: string | null; hostNos: string }[]) {
      const rows = await selectByNumber(context.tx, siteOf(context), unpacked(hostNos));
      const there = rows.filter((row) => row.group_id === groupUuid).map((row) => row.host_id);
      if (there.length !== rows.length) throw saveConflict('A host was moved again since');
      if (there.length > 0) await moveHosts(context, { hosts: there }, groupId);
    }
  },
});

type Tagged = { tagId: string; hostNos: string }[];

const tag = gatedAct({
  endpoint: tags.changeHosts,
  async assessImpact(context, { body: { hosts: given, addTags, removeTags } }) {
    const names = new Map((await readTags(context)).map((each) => [each.tagUuid, each.tagName]));
    const named = [...new Set([...addTags, ...removeTags])];
    if (named.some((tagId) => !names.has(tagId))) throw notFound();
    const place = siteOf(context);
    const hostIds = await resolveSelection(context, Array.isArray(given) ? { hosts: given } : given);
    const all = (await selectStanding(context.tx, place, hostIds)).map((row) => row.host_no);
    const carried = Map.groupBy(await selectCarriers(context.tx, place, named, hostIds), (row) => row.tag_id);
    const having = (tagId: string) => new Set(carried.get(tagId)?.map((row) => row.host_no));
    const added = addTags.map((tagId) => {
      const has = having(tagId);
      return { tagId, hostNos: all.filter((hostNo) => !has.has(hostNo)) };
    });
    const removed = removeTags.map((tagId) => ({ tagId, hostNos: [...having(tagId)] }));
    const touched = [...new Set([...added, ...removed].flatMap((each) => each.hostNos))];
    const list = (ids: readonly string[]) => ids.map((tagId) => names.get(tagId)).join(', ');
    const parts = [
      ...(addTags.length > 0 ? [`Add ${list(addTags)} to`] : []),
      ...(removeTags.length > 0 ? [`${addTags.length > 0 ? 'and take' : 'Take'} ${list(removeTags)} from`] : []),
    ];
    const pack = (some: typeof added): Tagged =>
      some.map(({ tagId, hostNos }) => ({ tagId, hostNos: packed(hostNos) }));
    return {
      title: `${parts.join(' ')} ${hostsText(touched.length)}`,
      effect: 'What is decided for a tag holds for a host as long as the host carries it.',
      hostNos: touched,
      about: aboutMembership(named),
      before: { added: pack(added), removed: pack(removed) },
    };
  },
  async undo(context, _received, { before }) {
    const { added, removed } = before as { added: Tagged; removed: Tagged };
    const undo = async ({ tagId, hostNos }: Tagged[number], isAdded: boolean) => {
      const rows = await selectByNumber(context.tx, siteOf(context), unpacked(hostNos));
      const selection = { hosts: rows.map((row) => row.host_id) };
      if (rows.length > 0) await tagHosts(context, selection, isAdded ? [] : [tagId], isAdded ? [tagId] : []);
    };
    for (const each of added) await undo(each, true);
    for (const each of removed) await undo(each, false);
  },
});

type GroupChange = Received<typeof groups.update>['body'];

/** Moving a group in the tree: its hosts get what is decided for the groups above it. A new name touches nobody. */
const impactOfGroupChange = async (context: Context, groupId: string, { parentUuid }: GroupChange): Promise<Impact> => {
  const group = await readGroup(context, groupId);
  const isMove = parentUuid !== undefined && parentUuid !== group.parentUuid;
  const reach = await groupReach(context, groupId);
  const hostNos = isMove ? await selectInGroups(context.tx, siteOf(context), reach) : [];
  return {
    title: `Move the group ${group.title} with ${hostsText(hostNos.length)} to ${await titleOfGroup(context, parentUuid ?? null)}`,
    effect: 'Its hosts follow what is decided for the groups above its new place.',
    hostNos,
    about: aboutMembership(await chainOf(context, [groupId, parentUuid ?? null])),
    before: { groupId, from: group.parentUuid, to: parentUuid ?? null },
  };
};

const undoGroupChange = async (context: Context, _received: unknown, { before }: { before: unknown }) => {
  const { groupId, from, to } = before as { groupId: string; from: string | null; to: string | null };
  const { parentUuid, serialNumber } = await readGroup(context, groupId);
  if (parentUuid !== to) throw saveConflict('The group was moved again since');
  await changeGroup(context, groupId, { parentUuid: from, serialNumber });
};

const noGroupUndo = 'What is decided for the group is deleted with it.';
const noTagUndo = 'What is decided for the tag is deleted with it.';

/** Deleting a group takes away what is decided for it, from its hosts and those of the groups below it. */
const impactOfGroupRemoval = async (context: Context, groupId: string): Promise<Impact> => {
  const { title } = await readGroup(context, groupId);
  const reach = await groupReach(context, groupId);
  const hostNos = await selectInGroups(context.tx, siteOf(context), reach);
  return {
    title: `Delete the group ${title} of ${hostsText(hostNos.length)}`,
    effect: 'Its hosts stay, in the group that was chosen for them or in none. Groups below it move up one level.',
    hostNos,
    about: aboutMembership(await chainOf(context, [groupId])),
  };
};

const impactOfTagRemoval = async (context: Context, tagId: string): Promise<Impact> => {
  const { tagName } = await readTag(context, tagId);
  const hostNos = (await selectCarriers(context.tx, siteOf(context), [tagId])).map((row) => row.host_no);
  return {
    title: `Delete the tag ${tagName} of ${hostsText(hostNos.length)}`,
    effect: 'Its hosts stay, without the tag.',
    hostNos,
    about: aboutMembership([tagId]),
  };
};

const inSiteOfPath = (context: Context, { params }: { params: { site: string } }) =>
  inNamedSite(context, params.site, 'canMakeChanges');

/** Who belongs to which group and tag: what is decided there comes and goes with it. */
export const membershipActs: readonly AnyGatedAct[] = [
  move,
  tag,
  gatedAct({
    endpoint: groups.update,
    assessImpact: (context, { params, body }) => impactOfGroupChange(context, params.id, body),
    undo: undoGroupChange,
  }),
  gatedAct({
    endpoint: groups.updateAt,
    enter: inSiteOfPath,
    assessImpact: (context, { params, body }) => impactOfGroupChange(context, params.id, body),
    undo: undoGroupChange,
  }),
  gatedAct({
    endpoint: groups.remove,
    assessImpact: (context, { params }) => impactOfGroupRemoval(context, params.id),
    noUndo: noGroupUndo,
  }),
  gatedAct({
    endpoint: groups.removeAt,
    enter: inSiteOfPath,
    assessImpact: (context, { params }) => impactOfGroupRemoval(context, params.id),
    noUndo: noGroupUndo,
  }),
  gatedAct({
    endpoint: tags.remove,
    assessImpact: (context, { params }) => impactOfTagRemoval(context, params.id),
    noUndo: noTagUndo,
  }),
  gatedAct({
    endpoint: tags.removeOfKind,
    assessImpact: (context, { query }) => impactOfTagRemoval(context, query.tagUuid),
    noUndo: noTagUndo,
  }),
  gatedAct({
    endpoint: tags.removeAt,
    enter: inSiteOfPath,
    assessImpact: (context, { params }) => impactOfTagRemoval(context, params.id),
    noUndo: noTagUndo,
  }),
];
