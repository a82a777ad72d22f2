import { randomUUIDv7 } from 'node:crypto';
import {
  type ApprovalLevel,
  approvalLevels,
  type ApprovalType,
  approvalTypes,
} from '@patchkeep/contract/approval-fields';
import type { ChangeKindName } from '@patchkeep/contract/gates';
import type { Context } from '../../platform/context.ts';
import { packNumbers } from '../../platform/db/packed-numbers.ts';
import { changeSetState } from './change-sets.presenter.ts';
import type { ChangeSetRow } from './changes.tables.ts';

/** What differs between change sets; who asks and when follows from the context. */
export interface NewChangeSet {
  kind: ChangeKindName;
  /** Null when it holds for every site. */
  siteId: string | null;
  level: ApprovalLevel;
  title: string;
  reason: string;
  contentHash: Buffer;
  targetsHash: Buffer;
  hostNos: readonly number[];
  about: readonly string[];
  /** Of approvals. */
  type?: ApprovalType | null;
  moves?: readonly unknown[];
  /** Of every other kind. */
  content?: ChangeSetRow['content'];
}

/** The row of a change that the caller makes now. Whoever leaves it to a second person changes its state. */
export const newChangeSet = (context: Context, given: NewChangeSet): ChangeSetRow => ({
  customer_id: context.principal.customerId,
  change_set_id: randomUUIDv7(),
  site_id: given.siteId,
  state: changeSetState.applied,
  kind: given.kind,
  type: given.type ? approvalTypes.indexOf(given.type) : null,
  level: approvalLevels.indexOf(given.level),
  title: given.title,
  reason: given.reason,
  refusal: '',
  moves: [...(given.moves ?? [])],
  content: given.content ?? null,
  change_count: given.moves?.length ?? 0,
  content_hash: given.contentHash,
  targets_hash: given.targetsHash,
  hosts: given.hostNos.length,
  host_nos: packNumbers(given.hostNos.toSorted((a, b) => a - b)),
  about: [...given.about],
  requested_by: context.principal.userId,
  requested_session: context.principal.sessionId,
  requested_at: context.now,
  confirmed_by: null,
  confirmed_at: null,
  expires_at: null,
  undoes_id: null,
});
