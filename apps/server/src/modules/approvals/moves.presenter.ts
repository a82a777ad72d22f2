import type { DecisionChange } from '@patchkeep/contract/change-sets';
import { mostShown } from '../changes/public.ts';
import type { Move } from './approvals.tables.ts';

const presentMove = (move: Move): DecisionChange => ({
  kind: move.kind,
  subject: move.subject,
  name: move.name,
  level: move.level,
  scopeUuid: move.groupId ?? move.tagId ?? move.siteId,
  scopeName: move.scopeName,
  before: { status: move.statusBefore, version: move.before.version },
  after: { status: move.statusAfter, version: move.after.version },
});

export const presentMoves = (moves: readonly Move[]): DecisionChange[] =>
  moves.slice(0, mostShown.alone).map(presentMove);
