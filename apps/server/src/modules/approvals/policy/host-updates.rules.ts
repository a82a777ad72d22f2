import type { Decision } from '@patchkeep/rules/approvals/resolve';
import { keyOfKb } from '@patchkeep/rules/kb';
import type { HostOverride } from './host-updates.queries.ts';

/** The decision that stands for an override of one update on one host. */
export const hostDecision = ({ host_id, kb, is_approved, by, changed_at }: HostOverride): Decision => ({
  level: 'host',
  scopeId: host_id,
  subject: keyOfKb(kb),
  mode: is_approved ? 'manual' : 'blocked',
  version: null,
  delayDays: 0,
  decidedBy: by,
  decidedAt: changed_at,
});
