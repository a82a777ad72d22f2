import type { ApprovalKind, ApprovalLevel } from '@patchkeep/contract/approval-fields';
import { approvalCalls, approvalCallsOfSite } from '@patchkeep/contract/approvals';
import { placeWords } from '../../ui/approval-words.ts';

/** Where is decided: the system, a site, a group or a tag. */
export interface Place {
  level: ApprovalLevel;
  /** The group or the tag. */
  scopeUuid: string | null;
  name: string | null;
  /** Another site than the tab's, which a system administrator looks into. */
  siteUuid?: string | undefined;
}

export const systemPlace: Place = { level: 'system', scopeUuid: null, name: null };
export const sitePlace: Place = { level: 'site', scopeUuid: null, name: null };

export const placeTitle = ({ level, name }: Place): string => placeWords(level, name);

/** The group or tag as every call of its level names it. */
export const scopeOf = ({ level, scopeUuid }: Pick<Place, 'level' | 'scopeUuid'>) => ({
  ...(level === 'group' && scopeUuid !== null && { groupUuid: scopeUuid }),
  ...(level === 'tag' && scopeUuid !== null && { tagUuid: scopeUuid }),
});

/** The calls of a place; those of a named site also take the site in their path. */
export const callsOf = ({ level, siteUuid }: Place, kind: ApprovalKind) =>
  siteUuid === undefined || level === 'system' ? approvalCalls[level][kind] : approvalCallsOfSite[level][kind];

export const pathOf = ({ level, siteUuid }: Place) =>
  siteUuid === undefined || level === 'system' ? {} : { site: siteUuid };
