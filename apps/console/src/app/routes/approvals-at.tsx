import { pages } from '@patchkeep/rules/pages';
import type { Place } from '../../features/approvals/approval-place.ts';
import {
  type ApprovalSearch,
  readApprovalSearch,
  writeApprovalSearch,
} from '../../features/approvals/approval-search.ts';
import { ApprovalsScreen } from '../../features/approvals/approvals-screen.tsx';
import { NoPlaceChosen } from '../../features/approvals/no-place-chosen.tsx';

interface ApprovalsAtProps {
  page: keyof typeof pages;
  /** What the address says besides the place. */
  search: Parameters<typeof readApprovalSearch>[0];
  place: Place;
  /** The address lacks the site, group or tag it is about. */
  isUnchosen?: boolean;
  isSystem?: boolean;
  onSearch: (written: ReturnType<typeof writeApprovalSearch>) => void;
}

/** A page of approvals: the matrix of its place, or the advice to choose one. */
export function ApprovalsAt({ page, search, place, isUnchosen = false, isSystem = false, onSearch }: ApprovalsAtProps) {
  const { title } = pages[page];
  const read: ApprovalSearch = readApprovalSearch(search);
  if (isUnchosen && place.level !== 'system')
    return <NoPlaceChosen title={title} level={place.level} kind={read.kind} isSystem={isSystem} />;
  return (
    <ApprovalsScreen
      title={title}
      place={place}
      search={read}
      onSearch={(next) => onSearch(writeApprovalSearch(next))}
    />
  );
}
