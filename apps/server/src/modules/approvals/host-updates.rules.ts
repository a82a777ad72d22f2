import type { Decision } from '@patchkeep/rules/approvals/resolve';
import type { HostWord } from './host-updates.queries.ts';

/** An administrator's word for one update on one host, as the engine hears it. */
export const hostDecision = ({ host_id, kb, is_approved, by, changed_at }: HostWord): Decision => ({
  level: 'host',
  scopeId: host_id,
  subject: `kb:${kb}`,
  mode: is_approved ? 'manual' : 'blocked',
  version: null,
  delayDays: 0,
  decidedBy: by,
  decidedAt: changed_at,
});
