import { groups } from '@patchkeep/contract/groups';
import { tags } from '@patchkeep/contract/tags';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Place, systemPlace } from '../../features/approvals/approval-place.ts';
import { ChangeSetsScreen } from '../../features/approvals/change-sets-screen.tsx';
import { call } from '../../lib/client.ts';
import { ApprovalsAt } from './approvals-at.tsx';

export function SystemApprovalsPage() {
  const { view, ...search } = useSearch({ from: '/shell/system-approvals' });
  const navigate = useNavigate();
  if (view === 'changes') return <ChangeSetsScreen level="system" />;
  return (
    <ApprovalsAt
      page="/system-approvals"
      place={systemPlace}
      search={search}
      onSearch={(next) => void navigate({ to: '/system-approvals', search: next })}
    />
  );
}

/** A place of another site; what it is called comes later. */
const usePlaceOfSite = (
  level: Place['level'],
  siteUuid: string | undefined,
  scopeUuid: string | null,
  name: string | null,
): Place => useMemo(() => ({ level, scopeUuid, name, siteUuid }), [level, siteUuid, scopeUuid, name]);

/** What one site decided, looked at without going there. */
export function SystemSiteApprovalsPage() {
  const { siteUuid, ...search } = useSearch({ from: '/shell/system-approvals/site' });
  const navigate = useNavigate();
  return (
    <ApprovalsAt
      page="/system-approvals/site"
      place={usePlaceOfSite('site', siteUuid, null, null)}
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
      place={usePlaceOfSite('group', siteUuid, groupUuid ?? null, name ?? null)}
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
      place={usePlaceOfSite('tag', siteUuid, tagUuid ?? null, name ?? null)}
      isUnchosen={siteUuid === undefined || tagUuid === undefined}
      isSystem
      search={search}
      onSearch={(next) => void navigate({ to: '/system-approvals/tag', search: { ...next, siteUuid, tagUuid } })}
    />
  );
}
