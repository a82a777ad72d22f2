import { type ActivityActors, activityActors } from '@patchkeep/contract/activity-log';
import { constants } from '@patchkeep/contract/constants';
import { idOf } from '@patchkeep/rules/ids';
import { readPeriod } from '../../ui/days.ts';
import { chip, type Filter, valueIn } from '../../ui/table/filters.ts';

/** What the address may say of the log; anything may be missing or nonsense. */
export interface RawLogSearch {
  by?: string | undefined;
  userUuid?: string | undefined;
  verb?: string | undefined;
  objectKind?: string | undefined;
  objectId?: string | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
}

/** Whose acts the list shows. */
export const actorChoices = [...activityActors, 'everybody'] as const;
export type ActorChoice = (typeof actorChoices)[number];

/** The same, understood. */
export interface LogSearch {
  /** Undefined: nobody has chosen, and the list shows what is usual for it. */
  by: ActorChoice | undefined;
  userUuid: string | undefined;
  verb: string | undefined;
  objectKind: string | undefined;
  objectId: string | undefined;
  startTime: string | undefined;
  endTime: string | undefined;
}

const textOf = (text: string | undefined) => text?.trim().slice(0, constants.nameMax) || undefined;

export const readLogSearch = (raw: RawLogSearch): LogSearch => ({
  by: actorChoices.find((choice) => choice === raw.by),
  userUuid: idOf(raw.userUuid),
  verb: textOf(raw.verb),
  objectKind: textOf(raw.objectKind),
  objectId: textOf(raw.objectId),
  ...readPeriod(raw),
});

/**
 * Whose acts are listed. User Activity begins with people, among whom thousands of enrolments of hosts would hide them;
 * who asks for one act, thing or person gets all of it. System Activity begins with everybody: a refused sign-in is
 * nobody's.
 */
export const actorsShown = (of: 'site' | 'system', { by, userUuid, verb, objectId }: LogSearch): ActorChoice => {
  if (by !== undefined) return by;
  const isAsked = [userUuid, verb, objectId].some((value) => value !== undefined);
  return of === 'site' && !isAsked ? 'people' : 'everybody';
};
export const askedActors = (choice: ActorChoice): ActivityActors | undefined =>
  choice === 'everybody' ? undefined : choice;

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
