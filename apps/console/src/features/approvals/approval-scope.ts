import type { ApprovalKind, ApprovalLevel } from '@patchkeep/contract/approval-fields';
import { approvalCalls, approvalCallsOfSite } from '@patchkeep/contract/approvals';
import { scopeText } from '../../domain/approval-text.ts';

/** Where is decided: the system, a site, a group or a tag. */
export interface Scope {
  level: ApprovalLevel;
  /** The group or the tag. */
  scopeUuid: string | null;
  name: string | null;
  /** Another site than the tab's, which a system administrator looks into. */
  siteUuid?: string | undefined;
}

export const systemScope: Scope = { level: 'system', scopeUuid: null, name: null };
export const siteScope: Scope = { level: 'site', scopeUuid: null, name: null };

export const scopeTitle = ({ level, name }: Scope): string => scopeText(level, name);

/** The group or tag as every call of its level names it. */
export const scopeQuery = ({ level, scopeUuid }: Pick<Scope, 'level' | 'scopeUuid'>) => ({
  ...(level === 'group' && scopeUuid !== null && { groupUuid: scopeUuid }),
  ...(level === 'tag' && scopeUuid !== null && { tagUuid: scopeUuid }),
});

/** The calls of a scope; those of a named site also take the site in their path. */
export const callsOf = ({ level, siteUuid }: Scope, kind: ApprovalKind) =>
  siteUuid === undefined || level === 'system' ? approvalCalls[level][kind] : approvalCallsOfSite[level][kind];

export const pathOf = ({ level, siteUuid }: Scope) =>
  siteUuid === undefined || level === 'system' ? {} : { site: siteUuid };
