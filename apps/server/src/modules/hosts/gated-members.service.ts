import type { Received } from '@patchkeep/contract/endpoint';
import { groups } from '@patchkeep/contract/groups';
import { hosts } from '@patchkeep/contract/hosts';
import { tags } from '@patchkeep/contract/tags';
import type { Context } from '../../platform/context.ts';
import { notFound, saveConflict } from '../../platform/errors.ts';
import { type AnyGatedAct, gatedAct, type Weight } from '../../platform/gate.ts';
import { inNamedSite } from '../identity/public.ts';
import { hostsWord, packed, unpacked } from './gated-hosts.service.ts';
import { groupReach, readGroup, readGroups, changeGroup } from './groups.service.ts';
import { moveHosts, tagHosts } from './host-acts.service.ts';
import { resolveSelection } from './selection.service.ts';
import { siteOf } from './site.ts';
import { readTag, readTags } from './tags.service.ts';
import { selectByNumber, selectCarriers, selectInGroups, selectStanding } from './touched-hosts.queries.ts';

/** Memberships of one person add up, whichever group or tag; and with what that person decided for that group or tag. */
const aboutPlaces = (ids: readonly string[]): string[] => ['membership', ...new Set(ids.map((id) => `scope:${id}`))];

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
  async weigh(context, { body: { selection, groupUuid } }) {
    const where = await titleOfGroup(context, groupUuid);
    const hostIds = await resolveSelection(context, selection);
    const rows = (await selectStanding(context.tx, siteOf(context), hostIds)).filter(
      (row) => row.group_id !== groupUuid,
    );
    const former = Map.groupBy(rows, (row) => row.group_id);
    return {
      title: `Move ${hostsWord(rows.length)} to ${where}`,
      hostNos: rows.map((row) => row.host_no),
      about: aboutPlaces(await chainOf(context, [groupUuid, ...former.keys()])),
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
  async weigh(context, { body: { hosts: given, addTags, removeTags } }) {
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
    const words = [
      ...(addTags.length > 0 ? [`Add ${list(addTags)} to`] : []),
      ...(removeTags.length > 0 ? [`${addTags.length > 0 ? 'and take' : 'Take'} ${list(removeTags)} from`] : []),
    ];
    const pack = (some: typeof added): Tagged =>
      some.map(({ tagId, hostNos }) => ({ tagId, hostNos: packed(hostNos) }));
    return {
      title: `${words.join(' ')} ${hostsWord(touched.length)}`,
      hostNos: touched,
      about: aboutPlaces(named),
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
const weighGroupChange = async (context: Context, groupId: string, { parentUuid }: GroupChange): Promise<Weight> => {
  const group = await readGroup(context, groupId);
  const isMove = parentUuid !== undefined && parentUuid !== group.parentUuid;
  const reach = await groupReach(context, groupId);
  const hostNos = isMove ? await selectInGroups(context.tx, siteOf(context), reach) : [];
  return {
    title: `Move the group ${group.title} with ${hostsWord(hostNos.length)} to ${await titleOfGroup(context, parentUuid ?? null)}`,
    hostNos,
    about: aboutPlaces(await chainOf(context, [groupId, parentUuid ?? null])),
    before: { groupId, from: group.parentUuid, to: parentUuid ?? null },
  };
};

const undoGroupChange = async (context: Context, _received: unknown, { before }: { before: unknown }) => {
  const { groupId, from, to } = before as { groupId: string; from: string | null; to: string | null };
  const { parentUuid, serialNumber } = await readGroup(context, groupId);
  if (parentUuid !== to) throw saveConflict('The group was moved again since');
  await changeGroup(context, groupId, { parentUuid: from, serialNumber });
};

/** Deleting a group takes away what is decided for it, from its hosts and those of the groups below it. */
const weighGroupRemoval = async (context: Context, groupId: string): Promise<Weight> => {
  const { title } = await readGroup(context, groupId);
  const reach = await groupReach(context, groupId);
  const hostNos = await selectInGroups(context.tx, siteOf(context), reach);
  return {
    title: `Delete the group ${title} of ${hostsWord(hostNos.length)}`,
    hostNos,
    about: aboutPlaces(await chainOf(context, [groupId])),
  };
};

const weighTagRemoval = async (context: Context, tagId: string): Promise<Weight> => {
  const { tagName } = await readTag(context, tagId);
  const hostNos = (await selectCarriers(context.tx, siteOf(context), [tagId])).map((row) => row.host_no);
  return {
    title: `Delete the tag ${tagName} of ${hostsWord(hostNos.length)}`,
    hostNos,
    about: aboutPlaces([tagId]),
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
    weigh: (context, { params, body }) => weighGroupChange(context, params.id, body),
    undo: undoGroupChange,
  }),
  gatedAct({
    endpoint: groups.updateAt,
    enter: inSiteOfPath,
    weigh: (context, { params, body }) => weighGroupChange(context, params.id, body),
    undo: undoGroupChange,
  }),
  gatedAct({ endpoint: groups.remove, weigh: (context, { params }) => weighGroupRemoval(context, params.id) }),
  gatedAct({
    endpoint: groups.removeAt,
    enter: inSiteOfPath,
    weigh: (context, { params }) => weighGroupRemoval(context, params.id),
  }),
  gatedAct({ endpoint: tags.remove, weigh: (context, { params }) => weighTagRemoval(context, params.id) }),
  gatedAct({ endpoint: tags.removeOfKind, weigh: (context, { query }) => weighTagRemoval(context, query.tagUuid) }),
  gatedAct({
    endpoint: tags.removeAt,
    enter: inSiteOfPath,
    weigh: (context, { params }) => weighTagRemoval(context, params.id),
  }),
];
