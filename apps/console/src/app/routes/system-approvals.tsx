import { groups } from '@patchkeep/contract/groups';
import { tags } from '@patchkeep/contract/tags';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Place, systemPlace } from '../../features/approvals/approval-place.ts';
import { readApprovalSearch, writeApprovalSearch } from '../../features/approvals/approval-search.ts';
import { ApprovalsScreen } from '../../features/approvals/approvals-screen.tsx';
import { ChangeSetsScreen } from '../../features/approvals/change-sets-screen.tsx';
import { NoPlaceChosen } from '../../features/approvals/no-place-chosen.tsx';
import { call } from '../../lib/client.ts';

export function SystemApprovalsPage() {
  const { view, ...search } = useSearch({ from: '/shell/system-approvals' });
  const navigate = useNavigate();
  if (view === 'changes') return <ChangeSetsScreen level="system" />;
  return (
    <ApprovalsScreen
      title={pages['/system-approvals'].title}
      place={systemPlace}
      search={readApprovalSearch(search)}
      onSearch={(next) => void navigate({ to: '/system-approvals', search: writeApprovalSearch(next) })}
    />
  );
}

/** What one site decided, looked at without going there. */
export function SystemSiteApprovalsPage() {
  const { siteUuid, ...search } = useSearch({ from: '/shell/system-approvals/site' });
  const navigate = useNavigate();
  const place = useMemo((): Place => ({ level: 'site', scopeUuid: null, name: null, siteUuid }), [siteUuid]);
  const { title } = pages['/system-approvals/site'];
  const read = readApprovalSearch(search);
  if (siteUuid === undefined) return <NoPlaceChosen title={title} level="site" kind={read.kind} isSystem />;
  return (
    <ApprovalsScreen
      title={title}
      place={place}
      search={read}
      onSearch={(next) =>
        void navigate({ to: '/system-approvals/site', search: { ...writeApprovalSearch(next), siteUuid } })
      }
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
  const place = useMemo(
    (): Place => ({ level: 'group', scopeUuid: groupUuid ?? null, name: name ?? null, siteUuid }),
    [groupUuid, name, siteUuid],
  );
  const { title } = pages['/system-approvals/group'];
  const read = readApprovalSearch(search);
  if (siteUuid === undefined || groupUuid === undefined)
    return <NoPlaceChosen title={title} level="group" kind={read.kind} isSystem />;
  return (
    <ApprovalsScreen
      title={title}
      place={place}
      search={read}
      onSearch={(next) =>
        void navigate({ to: '/system-approvals/group', search: { ...writeApprovalSearch(next), siteUuid, groupUuid } })
      }
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
  const place = useMemo(
    (): Place => ({ level: 'tag', scopeUuid: tagUuid ?? null, name: name ?? null, siteUuid }),
    [tagUuid, name, siteUuid],
  );
  const { title } = pages['/system-approvals/tag'];
  const read = readApprovalSearch(search);
  if (siteUuid === undefined || tagUuid === undefined)
    return <NoPlaceChosen title={title} level="tag" kind={read.kind} isSystem />;
  return (
    <ApprovalsScreen
      title={title}
      place={place}
      search={read}
      onSearch={(next) =>
        void navigate({ to: '/system-approvals/tag', search: { ...writeApprovalSearch(next), siteUuid, tagUuid } })
      }
    />
  );
}
