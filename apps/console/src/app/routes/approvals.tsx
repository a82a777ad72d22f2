import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Scope, siteScope } from '../../features/approvals/approval-scope.ts';
import { ChangeSetsScreen } from '../../features/approvals/change-sets/change-sets-screen.tsx';
import { groupsQuery, tagsQuery } from '../../lib/site.queries.ts';
import { ApprovalsAt } from './approvals-at.tsx';

export function SiteApprovalsPage() {
  const { view, change, ...search } = useSearch({ from: '/shell/patching/approvals' });
  const navigate = useNavigate();
  if (view === 'changes') return <ChangeSetsScreen level="site" linkedId={change} />;
  return (
    <ApprovalsAt
      page="/patching/approvals"
      scope={siteScope}
      search={search}
      onSearch={(next) => void navigate({ to: '/patching/approvals', search: next })}
    />
  );
}

export function GroupApprovalsPage() {
  const { groupUuid, ...search } = useSearch({ from: '/shell/patching/approvals/group' });
  const navigate = useNavigate();
  const name = useQuery(groupsQuery).data?.find(({ uuid }) => uuid === groupUuid)?.title ?? null;
  const scope = useMemo((): Scope => ({ level: 'group', scopeUuid: groupUuid ?? null, name }), [groupUuid, name]);
  return (
    <ApprovalsAt
      page="/patching/approvals/group"
      scope={scope}
      isUnchosen={groupUuid === undefined}
      search={search}
      onSearch={(next) => void navigate({ to: '/patching/approvals/group', search: { ...next, groupUuid } })}
    />
  );
}

export function TagApprovalsPage() {
  const { tagUuid, ...search } = useSearch({ from: '/shell/patching/approvals/tag' });
  const navigate = useNavigate();
  const name = useQuery(tagsQuery).data?.find((tag) => tag.tagUuid === tagUuid)?.tagName ?? null;
  const scope = useMemo((): Scope => ({ level: 'tag', scopeUuid: tagUuid ?? null, name }), [tagUuid, name]);
  return (
    <ApprovalsAt
      page="/patching/approvals/tag"
      scope={scope}
      isUnchosen={tagUuid === undefined}
      search={search}
      onSearch={(next) => void navigate({ to: '/patching/approvals/tag', search: { ...next, tagUuid } })}
    />
  );
}
