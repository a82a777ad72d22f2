import { groups } from '@patchkeep/contract/groups';
import { tags } from '@patchkeep/contract/tags';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Scope, systemScope } from '../../features/approvals/approval-scope.ts';
import { ChangeSetsScreen } from '../../features/approvals/change-sets/change-sets-screen.tsx';
import { call } from '../../lib/client.ts';
import { ApprovalsAt } from './approvals-at.tsx';

export function SystemApprovalsPage() {
  const { view, change, ...search } = useSearch({ from: '/shell/system-approvals' });
  const navigate = useNavigate();
  if (view === 'changes') return <ChangeSetsScreen level="system" linkedId={change} />;
  return (
    <ApprovalsAt
      page="/system-approvals"
      scope={systemScope}
      search={search}
      onSearch={(next) => void navigate({ to: '/system-approvals', search: next })}
    />
  );
}

/** A scope of another site; what it is called comes later. */
const useScopeOfSite = (
  level: Scope['level'],
  siteUuid: string | undefined,
  scopeUuid: string | null,
  name: string | null,
): Scope => useMemo(() => ({ level, scopeUuid, name, siteUuid }), [level, siteUuid, scopeUuid, name]);

/** What one site decided, looked at without going there. */
export function SystemSiteApprovalsPage() {
  const { siteUuid, ...search } = useSearch({ from: '/shell/system-approvals/site' });
  const navigate = useNavigate();
  return (
    <ApprovalsAt
      page="/system-approvals/site"
      scope={useScopeOfSite('site', siteUuid, null, null)}
      isUnchosen={siteUuid === undefined}
      isSystem
      search={search}
      onSearch={(next) => void navigate({ to: '/system-approvals/site', search: { ...next, siteUuid } })}
    />
  );
}

export function SystemGroupApprovalsPage() {
  const { siteUuid, groupUuid, ...search } = useSearch({ from: '/shell/system-approvals/group' });
  const navigate = useNavigate();
  const name = useQuery({
    queryKey: ['group', 'of-site', siteUuid, groupUuid],
    queryFn: ({ signal }) => call(groups.readAt, { params: { site: siteUuid ?? '', id: groupUuid ?? '' } }, { signal }),
    enabled: siteUuid !== undefined && groupUuid !== undefined,
    select: ({ title }) => title,
  }).data;
  return (
    <ApprovalsAt
      page="/system-approvals/group"
      scope={useScopeOfSite('group', siteUuid, groupUuid ?? null, name ?? null)}
      isUnchosen={siteUuid === undefined || groupUuid === undefined}
      isSystem
      search={search}
      onSearch={(next) => void navigate({ to: '/system-approvals/group', search: { ...next, siteUuid, groupUuid } })}
    />
  );
}

export function SystemTagApprovalsPage() {
  const { siteUuid, tagUuid, ...search } = useSearch({ from: '/shell/system-approvals/tag' });
  const navigate = useNavigate();
  const name = useQuery({
    queryKey: ['tag', 'of-site', siteUuid, tagUuid],
    queryFn: ({ signal }) => call(tags.readAt, { params: { site: siteUuid ?? '', id: tagUuid ?? '' } }, { signal }),
    enabled: siteUuid !== undefined && tagUuid !== undefined,
    select: ({ tagName }) => tagName,
  }).data;
  return (
    <ApprovalsAt
      page="/system-approvals/tag"
      scope={useScopeOfSite('tag', siteUuid, tagUuid ?? null, name ?? null)}
      isUnchosen={siteUuid === undefined || tagUuid === undefined}
      isSystem
      search={search}
      onSearch={(next) => void navigate({ to: '/system-approvals/tag', search: { ...next, siteUuid, tagUuid } })}
    />
  );
}
