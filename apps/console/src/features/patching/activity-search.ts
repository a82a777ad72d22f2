import { type ActivityResult, activityResults } from '@patchkeep/contract/activities';
import { constants } from '@patchkeep/contract/constants';
import { idOf } from '@patchkeep/rules/ids';
import { articleOfKb } from '@patchkeep/rules/kb';
import { readPeriod } from '../../ui/days.ts';
import { type RawOrder, readOrder, type Sort, writeOrder } from '../../ui/table/column.ts';
import { chip, type Filter, valueIn } from '../../ui/table/filters.ts';

export const activityKinds = ['app', 'wua'] as const;
export type ActivityKind = (typeof activityKinds)[number];
export const activitySorts = ['time', 'host', 'group', 'title', 'result'] as const;

/** What the address may say of the activity; anything may be missing or nonsense. */
export interface RawActivitySearch extends RawOrder {
  kind?: string | undefined;
  title?: string | undefined;
  hostUuid?: string | undefined;
  groupUuid?: string | undefined;
  channelTag?: string | undefined;
  kbArticle?: string | undefined;
  result?: string | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
  showSuperseded?: boolean | undefined;
}

/** The same, understood. No sort means the one the user had last. */
export interface ActivitySearch {
  kind: ActivityKind;
  title: string;
  hostUuid: string | undefined;
  groupUuid: string | undefined;
  /** Of applications only. */
  channelTag: string | undefined;
  /** Of Windows updates only. */
  kbArticle: string | undefined;
  result: ActivityResult | undefined;
  /** Moments, not days: a link means the same to whoever opens it, wherever they are. */
  startTime: string | undefined;
  endTime: string | undefined;
  showSuperseded: boolean;
  sort: Sort | null;
}

const resultOf = (text: string | undefined) => activityResults.find((each) => each === text);
const textOf = (text: string | undefined) => text?.trim().slice(0, constants.nameMax) || undefined;

/** An article as the server takes it, also when only its number is typed. */
const articleOf = (text: string | undefined): string | undefined => {
  const digits = /^(?:kb)?(\d{5,9})$/i.exec(text?.trim() ?? '')?.[1];
  return digits === undefined ? undefined : articleOfKb(Number(digits));
};

export const readActivitySearch = (raw: RawActivitySearch): ActivitySearch => {
  const kind = activityKinds.find((each) => each === raw.kind) ?? 'app';
  return {
    kind,
    title: (raw.title ?? '').slice(0, constants.nameMax),
    hostUuid: idOf(raw.hostUuid),
    groupUuid: idOf(raw.groupUuid),
    channelTag: kind === 'app' ? textOf(raw.channelTag) : undefined,
    kbArticle: kind === 'wua' ? articleOf(raw.kbArticle) : undefined,
    result: resultOf(raw.result),
    ...readPeriod(raw),
    showSuperseded: raw.showSuperseded === true,
    sort: readOrder(raw, activitySorts, 'descending'),
  };
};

/** Only what differs from the plain list stands in the address. */
export const writeActivitySearch = (search: ActivitySearch): RawActivitySearch => ({
  ...(search.kind !== 'app' && { kind: search.kind }),
  ...(search.title !== '' && { title: search.title }),
  ...(search.hostUuid !== undefined && { hostUuid: search.hostUuid }),
  ...(search.groupUuid !== undefined && { groupUuid: search.groupUuid }),
  ...(search.channelTag !== undefined && { channelTag: search.channelTag }),
  ...(search.kbArticle !== undefined && { kbArticle: search.kbArticle }),
  ...(search.result !== undefined && { result: search.result }),
  ...(search.startTime !== undefined && { startTime: search.startTime }),
  ...(search.endTime !== undefined && { endTime: search.endTime }),
  ...(search.showSuperseded && { showSuperseded: true }),
  ...writeOrder(search.sort),
});

/** The chips. The title, the days and what is superseded have places of their own on the screen. */
export const chipsOf = ({ hostUuid, groupUuid, channelTag, kbArticle, result }: ActivitySearch): Filter[] => [
  ...chip('host', 'is', hostUuid),
  ...chip('group', 'under', groupUuid),
  ...chip('channel', 'is', channelTag),
  ...chip('article', 'is', kbArticle),
  ...chip('result', 'is', result),
];

export const withChips = (search: ActivitySearch, filters: readonly Filter[]): ActivitySearch => ({
  ...search,
  hostUuid: idOf(valueIn(filters, 'host')),
  groupUuid: idOf(valueIn(filters, 'group')),
  channelTag: search.kind === 'app' ? textOf(valueIn(filters, 'channel')) : undefined,
  kbArticle: search.kind === 'wua' ? articleOf(valueIn(filters, 'article')) : undefined,
  result: resultOf(valueIn(filters, 'result')),
});

/** The same list without anything that narrows it. */
export const wholeList = ({ kind, sort, showSuperseded }: ActivitySearch): ActivitySearch => ({
  ...readActivitySearch({ kind }),
  showSuperseded,
  sort,
});

export const isNarrowed = (search: ActivitySearch): boolean =>
  search.title !== '' || search.startTime !== undefined || search.endTime !== undefined || chipsOf(search).length > 0;
