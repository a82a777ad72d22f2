import { constants } from '@patchkeep/contract/constants';
import { endOfDayOrMoment, startOfDayOrMoment } from '../../ui/days.ts';
import type { Filter } from '../../ui/table/filters.ts';

/** What the address may say of the log; anything may be missing or nonsense. */
export interface RawLogSearch {
  userUuid?: string | undefined;
  verb?: string | undefined;
  objectKind?: string | undefined;
  objectId?: string | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
}

/** The same, understood. */
export interface LogSearch {
  userUuid: string | undefined;
  verb: string | undefined;
  objectKind: string | undefined;
  objectId: string | undefined;
  startTime: string | undefined;
  endTime: string | undefined;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const idOf = (text: string | undefined) => (text !== undefined && uuid.test(text) ? text.toLowerCase() : undefined);
const textOf = (text: string | undefined) => text?.trim().slice(0, constants.nameMax) || undefined;

export const readLogSearch = (raw: RawLogSearch): LogSearch => {
  const startTime = startOfDayOrMoment(raw.startTime);
  const endTime = endOfDayOrMoment(raw.endTime);
  // Who asks for what ends before it begins has turned the two round; nothing could ever match.
  const isTurned = startTime !== undefined && endTime !== undefined && startTime > endTime;
  return {
    userUuid: idOf(raw.userUuid),
    verb: textOf(raw.verb),
    objectKind: textOf(raw.objectKind),
    objectId: textOf(raw.objectId),
    startTime: isTurned ? undefined : startTime,
    endTime,
  };
};

/** Only what narrows the log stands in the address. */
export const writeLogSearch = (search: LogSearch): RawLogSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

export const wholeLog: LogSearch = readLogSearch({});
export const isNarrowed = (search: LogSearch): boolean => Object.values(search).some((value) => value !== undefined);

const chip = (field: string, value: string | undefined): Filter[] =>
  value === undefined ? [] : [{ field, op: 'is', values: [value] }];

/** The chips. The days have places of their own on the screen. */
export const chipsOf = ({ userUuid, verb, objectKind, objectId }: LogSearch): Filter[] => [
  ...chip('person', userUuid),
  ...chip('verb', verb),
  ...chip('kind', objectKind),
  ...chip('object', objectId),
];

export const withChips = (search: LogSearch, filters: readonly Filter[]): LogSearch => {
  const valueOf = (field: string) => filters.find((filter) => filter.field === field)?.values[0];
  return {
    ...search,
    userUuid: idOf(valueOf('person')),
    verb: textOf(valueOf('verb')),
    objectKind: textOf(valueOf('kind')),
    objectId: textOf(valueOf('object')),
  };
};
