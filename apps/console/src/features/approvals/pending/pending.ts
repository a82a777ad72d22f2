import {
  type Approval,
  type ApprovalKind,
  approvalKinds,
  approvalLevels,
  type ApprovalStatus,
  approvalStatuses,
  type ApprovalType,
  approvalTypes,
} from '@patchkeep/contract/approval-fields';
import type { SomeChange } from '@patchkeep/contract/approvals';
import { decisionStatus, typeToMode } from '@patchkeep/rules/approvals/modes';
import { z } from 'zod';
import { type Scope, scopeQuery } from '../approval-scope.ts';

const pendingEdit = z.object({
  key: z.string(),
  level: z.enum(approvalLevels),
  scopeUuid: z.string().nullable(),
  scopeName: z.string().nullable(),
  kind: z.enum(approvalKinds),
  subject: z.string(),
  name: z.string(),
  type: z.enum(approvalTypes),
  /** The version that is approved; the newest where it is not said. */
  version: z.string().nullable(),
  /** What was seen when it was edited; somebody else's edit in between is a conflict. */
  serialNumber: z.int(),
  before: z.enum(approvalStatuses),
  after: z.enum(approvalStatuses),
});
/** An edit that waits to be applied with the others. */
export type PendingEdit = z.output<typeof pendingEdit>;

/** The server takes as many at once. */
export const editsMax = 1_000;

/** Edits as a tab kept them. */
export const pendingEdits = z.array(pendingEdit).max(editsMax);

type Subject = Pick<Approval, 'channelTag' | 'wuaKey'>;
export const subjectOf = ({ channelTag, wuaKey }: Subject): string => channelTag ?? wuaKey ?? '';

export const editKey = (
  { level, scopeUuid }: Pick<Scope, 'level' | 'scopeUuid'>,
  kind: ApprovalKind,
  subject: string,
) => [level, scopeUuid ?? '', kind, subject].join('|');

/** What the badge will say. The server decides, in the preview; this is for the cell that was just edited. */
export const statusAfter = (type: ApprovalType, version: string | null, newest: string | null): ApprovalStatus =>
  decisionStatus(typeToMode(type), version === null || version === newest);

type Edited = Subject &
  Pick<Approval, 'kind' | 'status' | 'serialNumber' | 'newestVersion' | 'approvedVersion'> & { name: string };

export const editOf = (scope: Scope, row: Edited, type: ApprovalType, version: string | null = null): PendingEdit => ({
  key: editKey(scope, row.kind, subjectOf(row)),
  level: scope.level,
  scopeUuid: scope.scopeUuid,
  scopeName: scope.name,
  kind: row.kind,
  subject: subjectOf(row),
  name: row.name,
  type,
  version,
  serialNumber: row.serialNumber,
  before: row.status,
  after: statusAfter(type, version, row.newestVersion),
});

/** It already is so: an edit back to what stands is no edit. */
export const isNoChange = (row: Edited, type: ApprovalType, version: string | null): boolean => {
  const after = statusAfter(type, version, row.newestVersion);
  if (type !== 'approve') return after === row.status;
  const isManual = row.status === 'up-to-date' || row.status === 'out-of-date';
  return isManual && (row.kind === 'wua' || row.approvedVersion === (version ?? row.newestVersion));
};

/** The newest edit of a cell counts, and stands last: undo takes it first. */
export const withEdits = (edits: readonly PendingEdit[], added: readonly PendingEdit[]): readonly PendingEdit[] => {
  const keys = new Set(added.map(({ key }) => key));
  return [...edits.filter(({ key }) => !keys.has(key)), ...added];
};

export const withoutEdits = (edits: readonly PendingEdit[], keys: ReadonlySet<string>): readonly PendingEdit[] =>
  edits.filter(({ key }) => !keys.has(key));

/** The edits as the server takes them. */
export const changesOf = (edits: readonly PendingEdit[]): SomeChange[] =>
  edits.map(({ level, scopeUuid, kind, subject, type, version, serialNumber }) => ({
    level,
    ...scopeQuery({ level, scopeUuid }),
    kind,
    type,
    ...(kind === 'app' ? { channelTag: subject } : { wuaKey: subject }),
    ...(type === 'approve' && kind === 'app' && version !== null && { version }),
    serialNumber,
  }));
