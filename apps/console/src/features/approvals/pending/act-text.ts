import type { ApprovalKind, ApprovalType } from '@patchkeep/contract/approval-fields';
import { levelText } from '../../../domain/approval-text.ts';
import { formatCount } from '../../../ui/format.ts';
import { scopeTitle } from '../approval-scope.ts';
import type { ChangeRequest } from './change-request.ts';

interface ActText {
  /** On buttons and in menus. */
  label: string;
  key: string;
  /** Before a number of hosts: "Block on 61 hosts". */
  verb: string;
  done: string;
}

export const actText: Record<ApprovalType, ActText> = {
  approve: { label: 'Approve', key: 'a', verb: 'Approve on', done: 'Approved' },
  automate: { label: 'Automate', key: 'u', verb: 'Automate on', done: 'Automated' },
  block: { label: 'Block', key: 'b', verb: 'Block on', done: 'Blocked' },
  disable: { label: 'No Default', key: 'i', verb: 'Remove the decision on', done: 'Set to No Default' },
};

export const actOfKey = (key: string): ApprovalType | undefined =>
  (['approve', 'automate', 'block', 'disable'] as const).find((type) => actText[type].key === key);

const nouns: Record<ApprovalKind, [string, string]> = {
  app: ['application', 'applications'],
  wua: ['Windows update', 'Windows updates'],
};
export const nounOf = (kind: ApprovalKind): string => nouns[kind][1];
export const countOfKind = (count: number, kind: ApprovalKind): string => formatCount(count, ...nouns[kind]);

/** All edits of one sort are said as one deed; a mixture is only counted. */
const deedOf = (request: ChangeRequest) => {
  if (request.what !== 'edits') return { ...request, scope: scopeTitle(request.scope), level: request.scope.level };
  const [first, ...others] = request.edits;
  if (
    !first ||
    others.some(
      ({ type, level, scopeUuid, kind }) =>
        type !== first.type || level !== first.level || scopeUuid !== first.scopeUuid || kind !== first.kind,
    )
  )
    return null;
  return {
    type: first.type,
    kind: first.kind,
    level: first.level,
    scope: scopeTitle({ level: first.level, scopeUuid: first.scopeUuid, name: first.scopeName }),
    names: request.edits.map(({ name }) => name),
  };
};

const countOf = (request: ChangeRequest): number => {
  if (request.what === 'edits') return request.edits.length;
  return request.what === 'rows' ? request.rows.length : request.expectedCount;
};

/** The whole deed: Block "Java 8" at Site level. */
export const requestTitle = (request: ChangeRequest): string => {
  const deed = deedOf(request);
  const count = countOf(request);
  if (deed === null) return `${formatCount(count, 'change')} of approvals`;
  const where = deed.level === 'system' || deed.level === 'site' ? `${levelText[deed.level]} level` : deed.scope;
  const what = 'names' in deed && deed.names.length === 1 ? `“${deed.names[0]}”` : countOfKind(count, deed.kind);
  return deed.type === 'disable'
    ? `Remove the decision about ${what} at ${where}`
    : `${actText[deed.type].label} ${what} at ${where}`;
};

export const requestVerb = (request: ChangeRequest): string => {
  const deed = deedOf(request);
  return deed === null ? 'Apply to' : actText[deed.type].verb;
};

/** A deed at system level reaches every site. */
export const isSystemWide = (request: ChangeRequest): boolean =>
  request.what === 'edits' ? request.edits.some(({ level }) => level === 'system') : request.scope.level === 'system';
