import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Place, sitePlace } from '../../features/approvals/approval-place.ts';
import { readApprovalSearch, writeApprovalSearch } from '../../features/approvals/approval-search.ts';
import { groupsQuery, tagsQuery } from '../../features/approvals/approvals.queries.ts';
import { ApprovalsScreen } from '../../features/approvals/approvals-screen.tsx';
import { ChangeSetsScreen } from '../../features/approvals/change-sets-screen.tsx';
import { NoPlaceChosen } from '../../features/approvals/no-place-chosen.tsx';

export function SiteApprovalsPage() {
  const { view, ...search } = useSearch({ from: '/shell/patching/approvals' });
  const navigate = useNavigate();
  if (view === 'changes') return <ChangeSetsScreen level="site" />;
  return (
    <ApprovalsScreen
      title={pages['/patching/approvals'].title}
      place={sitePlace}
      search={readApprovalSearch(search)}
      onSearch={(next) => void navigate({ to: '/patching/approvals', search: writeApprovalSearch(next) })}
    />
  );
}

export function GroupApprovalsPage() {
  const { groupUuid, ...search } = useSearch({ from: '/shell/patching/approvals/group' });
  const navigate = useNavigate();
  const name = useQuery(groupsQuery).data?.find(({ uuid }) => uuid === groupUuid)?.title ?? null;
  const place = useMemo((): Place => ({ level: 'group', scopeUuid: groupUuid ?? null, name }), [groupUuid, name]);
  const { title } = pages['/patching/approvals/group'];
  const read = readApprovalSearch(search);
  if (groupUuid === undefined) return <NoPlaceChosen title={title} level="group" kind={read.kind} />;
  return (
    <ApprovalsScreen
      title={title}
      place={place}
      search={read}
      onSearch={(next) =>
        void navigate({ to: '/patching/approvals/group', search: { ...writeApprovalSearch(next), groupUuid } })
      }
    />
  );
}

export function TagApprovalsPage() {
  const { tagUuid, ...search } = useSearch({ from: '/shell/patching/approvals/tag' });
  const navigate = useNavigate();
  const name = useQuery(tagsQuery).data?.find((tag) => tag.tagUuid === tagUuid)?.tagName ?? null;
  const place = useMemo((): Place => ({ level: 'tag', scopeUuid: tagUuid ?? null, name }), [tagUuid, name]);
  const { title } = pages['/patching/approvals/tag'];
  const read = readApprovalSearch(search);
  if (tagUuid === undefined) return <NoPlaceChosen title={title} level="tag" kind={read.kind} />;
  return (
    <ApprovalsScreen
      title={title}
      place={place}
      search={read}
      onSearch={(next) =>
        void navigate({ to: '/patching/approvals/tag', search: { ...writeApprovalSearch(next), tagUuid } })
      }
    />
  );
}
