import type { DecisionChange as ShownChange } from '@patchkeep/contract/change-sets';
import { mostShown } from '../../changes/public.ts';
import type { DecisionChange } from '../approvals.tables.ts';

const presentDecisionChange = (change: DecisionChange): ShownChange => ({
  kind: change.kind,
  subject: change.subject,
  name: change.name,
  level: change.level,
  scopeUuid: change.groupId ?? change.tagId ?? change.siteId,
  scopeName: change.scopeName,
  before: { status: change.statusBefore, version: change.before.version },
  after: { status: change.statusAfter, version: change.after.version },
});

export const presentDecisionChanges = (changes: readonly DecisionChange[]): ShownChange[] =>
  changes.slice(0, mostShown.alone).map(presentDecisionChange);
