import type { ApprovalFilter, ApprovalKind, ApprovalType } from '@patchkeep/contract/approval-fields';
import { approvals } from '@patchkeep/contract/approvals';
import { changeSets } from '@patchkeep/contract/change-sets';
import { approvalCall } from '@patchkeep/rules/approvals/calls';
import { call } from '../../../lib/client.ts';
import { pathOf, type Scope, scopeQuery } from '../approval-scope.ts';
import { changesOf, type PendingEdit } from './pending.ts';

/** What is asked for: collected edits, some rows of one matrix, or everything that matches its filters. */
export type ChangeRequest =
  | { what: 'edits'; edits: readonly PendingEdit[] }
  | {
      what: 'rows';
      scope: Scope;
      kind: ApprovalKind;
      type: ApprovalType;
      /** Without a serial number what was decided before is not known; the review shows it. */
      rows: readonly { subject: string; serialNumber?: number; version: string | null }[];
      names: readonly string[];
    }
  | {
      what: 'matching';
      scope: Scope;
      kind: ApprovalKind;
      type: ApprovalType;
      filter: ApprovalFilter;
      except: readonly string[];
      expectedCount: number;
    };

interface Confirmation {
  previewToken?: string;
  reason?: string;
  isOverridingBelow: boolean;
}

const operations: Record<ApprovalType, { verb: 'approve' | 'automate' | 'disable' | 'update'; thing: 'approvals' }> = {
  approve: { verb: 'approve', thing: 'approvals' },
  automate: { verb: 'automate', thing: 'approvals' },
  disable: { verb: 'disable', thing: 'approvals' },
  block: { verb: 'update', thing: 'approvals' },
};

type ScopedRequest = Exclude<ChangeRequest, { what: 'edits' }>;

const callFor = ({ scope, kind, type }: ScopedRequest) => {
  const path = pathOf(scope);
  const { params, ...rest } = approvalCall(scope.level, kind, type, 'site' in path);
  return { ...rest, params: { ...path, ...params } };
};

/** One list, named by its level, or a filter with how many the user was shown. */
const bodyOf = (request: ScopedRequest, listField: string, confirmation: Confirmation) => {
  const { scope, kind } = request;
  if (request.what === 'matching') {
    const { filter, except, expectedCount } = request;
    return { ...scopeQuery(scope), selection: { filter, except: [...except], expectedCount }, ...confirmation };
  }
  const list = request.rows.map(({ subject, serialNumber, version }) => ({
    ...scopeQuery(scope),
    ...(kind === 'app' ? { channelTag: subject } : { wuaKey: subject }),
    ...(version !== null && { version }),
    ...(serialNumber !== undefined && { serialNumber }),
  }));
  return { [listField]: list, ...confirmation };
};

export const previewChange = (request: ChangeRequest, isOverridingBelow: boolean, signal?: AbortSignal) => {
  const options = { operation: { verb: 'update', thing: 'approvals' } as const, ...(signal && { signal }) };
  if (request.what === 'edits')
    return call(approvals.previewChanges, { body: { changes: changesOf(request.edits), isOverridingBelow } }, options);
  const { preview, params, listField } = callFor(request);
  return call(preview, { params, body: bodyOf(request, listField, { isOverridingBelow }) }, options);
};

export const applyChange = (request: ChangeRequest, confirmation: Confirmation) => {
  if (request.what === 'edits')
    return call(
      approvals.applyChanges,
      { body: { changes: changesOf(request.edits), ...confirmation } },
      { operation: { verb: 'update', thing: 'approvals' } },
    );
  const { change, params, listField } = callFor(request);
  return call(
    change,
    { params, body: bodyOf(request, listField, confirmation) },
    { operation: operations[request.type] },
  );
};

export const undoChangeSet = (id: string) =>
  call(changeSets.undo, { params: { id }, body: {} }, { operation: { verb: 'restore', thing: 'approvals' } });
