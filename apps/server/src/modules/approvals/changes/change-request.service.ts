import type { ApprovalKind, ApprovalLevel, ApprovalType } from '@patchkeep/contract/approval-fields';
import type { ApprovalChangeBody, SomeChange } from '@patchkeep/contract/approvals';
import { assertApprovalType, InvalidApprovalCall, listField } from '@patchkeep/rules/approvals/calls';
import type { Context } from '../../../platform/context.ts';
import { invalid, Refusal } from '../../../platform/errors.ts';
import { shownAt } from '../matrix/approvals.presenter.ts';
import { loadRows, matching } from '../matrix/lists.service.ts';
import { loadDecisions } from '../policy/decisions.service.ts';
import { scopeOf, type Scopes, scopesFor } from '../policy/scopes.service.ts';
import type { RequestedDecision } from './plan.service.ts';

/** The changes of approvals that a call requests, with scopes and subjects looked up. */
export interface ChangeRequest {
  scopes: Scopes;
  wanted: readonly RequestedDecision[];
  reason: string;
  isOverridingBelow: boolean;
  previewToken: string | undefined;
}

/** Runs a rule of the contract's calls. What the rule refuses is answered as an invalid request. */
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

/** Returns the subject. Names of classifications are compared in lower case. */
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

/** Returns the rows that match the filter, without the exceptions; refuses if the caller was shown another number. */
const select = async (
  context: Context,
  scopes: Scopes,
  level: ApprovalLevel,
  kind: ApprovalKind,
  type: ApprovalType,
  body: ApprovalChangeBody & { selection: NonNullable<ApprovalChangeBody['selection']> },
): Promise<RequestedDecision[]> => {
  const { filter, except, expectedCount } = body.selection;
  const scope = scopeOf(context, scopes, level, body);
  const decisions = await loadDecisions(context, scopes.siteIds);
  const rows = await loadRows(context, kind, scope, scopes, decisions);
  const left = new Set(except);
  const found = rows
    .filter(matching(filter, shownAt(scope, scopes, decisions)))
    .filter((row) => !left.has(row.subject.subject));
  if (found.length !== expectedCount)
    throw new Refusal(409, 'The number of matching approvals has changed', {
      info: { expectedCount, count: found.length },
    });
  return found.map((row) => ({ scope, kind, subject: row.subject.subject, type }));
};

/** Reads a request of one level, kind and type: a list, or a selection in one scope. */
export const uniformChangeRequest = async (
  context: Context,
  level: ApprovalLevel,
  kind: ApprovalKind,
  typeText: string,
  body: ApprovalChangeBody,
): Promise<ChangeRequest> => {
  const type = typeOf(typeText);
  const scopes = await scopesFor(context, level);
  const { reason, isOverridingBelow, previewToken, selection } = body;
  const wanted = selection
    ? await select(context, scopes, level, kind, type, { ...body, selection })
    : (body[listField(level)] ?? []).map((item): RequestedDecision => ({
        scope: scopeOf(context, scopes, level, item),
        kind,
        subject: subjectOf(item),
        type,
        version: item.version,
        serialNumber: item.serialNumber,
      }));
  return { scopes, wanted, reason, isOverridingBelow, previewToken };
};

/** Reads a request of changes that differ in level, kind or type. */
export const mixedChangeRequest = async (
  context: Context,
  body: {
    changes: readonly SomeChange[];
    reason: string;
    isOverridingBelow: boolean;
    previewToken?: string | undefined;
  },
): Promise<ChangeRequest> => {
  const isSystem = body.changes.some((change) => change.level === 'system');
  const scopes = await scopesFor(context, isSystem ? 'system' : 'site');
  const { reason, isOverridingBelow, previewToken } = body;
  return {
    scopes,
    wanted: body.changes.map((change) => ({
      scope: scopeOf(context, scopes, change.level, change),
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
