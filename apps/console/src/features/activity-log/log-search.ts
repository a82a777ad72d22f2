import { constants } from '@patchkeep/contract/constants';
import { idOf } from '@patchkeep/rules/ids';
import { endOfDayOrMoment, startOfDayOrMoment } from '../../ui/days.ts';
import { chip, type Filter, valueIn } from '../../ui/table/filters.ts';

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

/** The chips. The days have places of their own on the screen. */
export const chipsOf = ({ userUuid, verb, objectKind, objectId }: LogSearch): Filter[] => [
  ...chip('person', 'is', userUuid),
  ...chip('verb', 'is', verb),
  ...chip('kind', 'is', objectKind),
  ...chip('object', 'is', objectId),
];

export const withChips = (search: LogSearch, filters: readonly Filter[]): LogSearch => ({
  ...search,
  userUuid: idOf(valueIn(filters, 'person')),
  verb: textOf(valueIn(filters, 'verb')),
  objectKind: textOf(valueIn(filters, 'kind')),
  objectId: textOf(valueIn(filters, 'object')),
});
