import type { ApprovalKind, ApprovalLevel, ApprovalType } from '@patchkeep/contract/approval-fields';
import type { ApprovalChangeBody, SomeChange } from '@patchkeep/contract/approvals';
import { assertApprovalType, InvalidApprovalCall, listField } from '@patchkeep/rules/approvals/calls';
import type { Context } from '../../platform/context.ts';
import { invalid, Refusal } from '../../platform/errors.ts';
import { shownAt } from './approvals.presenter.ts';
import { readDecisions } from './decisions.service.ts';
import { loadRows, matching } from './lists.service.ts';
import { placeOf, type Places, placesFor } from './places.service.ts';
import type { Wanted } from './plan.service.ts';

/** What somebody asks for, in the server's terms. */
export interface Asked {
  places: Places;
  wanted: readonly Wanted[];
  reason: string;
  isOverridingBelow: boolean;
  previewToken: string | undefined;
}

/** Runs a rule that speaks in the seed's words; what it refuses is the caller's mistake. */
export const asRefusal = <T>(rule: () => T): T => {
  try {
    return rule();
  } catch (error) {
    throw error instanceof InvalidApprovalCall ? invalid(error.message) : error;
  }
};

export const typeOf = (text: string): ApprovalType =>
  asRefusal(() => {
    assertApprovalType(text);
    return text;
  });

/** Classifications are known by their lower-cased name, however they are written. */
const subjectOf = ({
  channelTag,
  wuaKey,
}: {
  channelTag?: string | undefined;
  wuaKey?: string | undefined;
}): string => {
  const subject = channelTag ?? wuaKey?.toLowerCase();
  if (subject === undefined) throw invalid('Missing approval identifier');
  return subject;
};

/** The rows a selection means: those that match a filter, but for some, and as many as the caller was shown. */
const select = async (
  context: Context,
  places: Places,
  level: ApprovalLevel,
  kind: ApprovalKind,
  type: ApprovalType,
  body: ApprovalChangeBody & { selection: NonNullable<ApprovalChangeBody['selection']> },
): Promise<Wanted[]> => {
  const { filter, except, expectedCount } = body.selection;
  const place = placeOf(context, places, level, body);
  const decisions = await readDecisions(context, places.siteIds);
  const rows = await loadRows(context, kind, place, places, decisions);
  const left = new Set(except);
  const found = rows
    .filter(matching(filter, shownAt(place, places, decisions)))
    .filter((row) => !left.has(row.subject.subject));
  if (found.length !== expectedCount)
    throw new Refusal(409, 'The number of matching approvals has changed', {
      info: { expectedCount, count: found.length },
    });
  return found.map((row) => ({ place, kind, subject: row.subject.subject, type }));
};

/** A call of one level, kind and type: a list, or a selection at one place. */
export const askedAt = async (
  context: Context,
  level: ApprovalLevel,
  kind: ApprovalKind,
  typeText: string,
  body: ApprovalChangeBody,
): Promise<Asked> => {
  const type = typeOf(typeText);
  const places = await placesFor(context, level);
  const { reason, isOverridingBelow, previewToken, selection } = body;
  const wanted = selection
    ? await select(context, places, level, kind, type, { ...body, selection })
    : (body[listField(level)] ?? []).map((item): Wanted => ({
        place: placeOf(context, places, level, item),
        kind,
        subject: subjectOf(item),
        type,
        version: item.version,
        serialNumber: item.serialNumber,
      }));
  return { places, wanted, reason, isOverridingBelow, previewToken };
};

/** A pending set of different changes. */
export const askedTogether = async (
  context: Context,
  body: {
    changes: readonly SomeChange[];
    reason: string;
    isOverridingBelow: boolean;
    previewToken?: string | undefined;
  },
): Promise<Asked> => {
  const isSystem = body.changes.some((change) => change.level === 'system');
  const places = await placesFor(context, isSystem ? 'system' : 'site');
  const { reason, isOverridingBelow, previewToken } = body;
  return {
    places,
    wanted: body.changes.map((change) => ({
      place: placeOf(context, places, change.level, change),
      kind: change.kind,
      subject: subjectOf(change.kind === 'app' ? { channelTag: change.channelTag } : { wuaKey: change.wuaKey }),
      type: change.type,
      version: change.version,
      serialNumber: change.serialNumber,
    })),
    reason,
    isOverridingBelow,
    previewToken,
  };
};
