import type { DecisionChange } from '@patchkeep/contract/change-sets';
import type { ChangeKindName } from '@patchkeep/contract/gates';
import type { Right } from '@patchkeep/contract/rights';
import type { Context } from '../../platform/context.ts';
import type { ListedChangeSet } from './change-sets.queries.ts';
import type { ChangeSetRow } from './changes.tables.ts';
import type { PreviewTokens } from './preview-token.service.ts';

/** What the activity log keeps of a change that was made. */
export interface Done {
  before?: Record<string, unknown>;
  after: Record<string, unknown>;
  /** The content as it is kept from now on. */
  content?: ChangeSetRow['content'];
}

/** How change sets of a kind are shown, made and taken back. */
export interface ChangeKind {
  /** What both people must hold, in the set's site or for the system. */
  rightOf(row: Pick<ChangeSetRow, 'site_id'> & { endpoint?: string | null }): Right;
  /** Refuses whoever may not act on the set, and locks what it is about. */
  lock(context: Context, row: ListedChangeSet): Promise<void>;
  changesOf(row: ListedChangeSet): DecisionChange[];
  isUndoable(row: ListedChangeSet): boolean;
  /** Why changes of this kind can never be taken back; null where they can. */
  noUndoOf(row: ListedChangeSet): string | null;
  /** Makes what was asked for, if it still is what it was when it was asked for. */
  apply(context: Context, row: ChangeSetRow): Promise<Done>;
  /** Brings back what was before, and says which set that makes. */
  undo(context: Context, row: ChangeSetRow, reason: string): Promise<{ row: ChangeSetRow; done: Done }>;
}

export type ChangeKinds = (name: string) => ChangeKind;

/** What every part of the gate knows: the kinds there are, and the tokens of previews. */
export interface Gates {
  kinds: ChangeKinds;
  tokens: PreviewTokens;
}

/** Approvals have a kind of their own; all others are acts of an endpoint. */
export const changeKinds =
  (approvals: ChangeKind, acts: ChangeKind): ChangeKinds =>
  (name) =>
    name === ('approval' satisfies ChangeKindName) ? approvals : acts;
