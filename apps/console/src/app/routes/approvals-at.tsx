import { pages } from '@patchkeep/rules/pages';
import type { Scope } from '../../features/approvals/approval-scope.ts';
import {
  type ApprovalSearch,
  readApprovalSearch,
  writeApprovalSearch,
} from '../../features/approvals/matrix/approval-search.ts';
import { ApprovalsScreen } from '../../features/approvals/matrix/approvals-screen.tsx';
import { NoScopeChosen } from '../../features/approvals/matrix/no-scope-chosen.tsx';
import type { AskedRow } from '../../features/approvals/matrix/use-asked-row.ts';

interface ApprovalsAtProps {
  page: keyof typeof pages;
  /** What the address says besides the scope. */
  search: Parameters<typeof readApprovalSearch>[0] & Partial<AskedRow>;
  scope: Scope;
  /** The address lacks the site, group or tag it is about. */
  isUnchosen?: boolean;
  isSystem?: boolean;
  onSearch: (written: ReturnType<typeof writeApprovalSearch>) => void;
}

/** A page of approvals: the matrix of its scope, or the advice to choose one. */
export function ApprovalsAt({ page, search, scope, isUnchosen = false, isSystem = false, onSearch }: ApprovalsAtProps) {
  const { title } = pages[page];
  const read: ApprovalSearch = readApprovalSearch(search);
  if (isUnchosen && scope.level !== 'system')
    return <NoScopeChosen title={title} level={scope.level} kind={read.kind} isSystem={isSystem} />;
  return (
    <ApprovalsScreen
      title={title}
      scope={scope}
      search={read}
      asked={{ subject: search.subject, decide: search.decide }}
      onSearch={(next) => onSearch(writeApprovalSearch(next))}
    />
  );
}
