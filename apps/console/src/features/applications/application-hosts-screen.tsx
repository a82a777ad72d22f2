import type { ApplicationHost } from '@patchkeep/contract/applications';
import { constants } from '@patchkeep/contract/constants';
import { groupPlaces } from '@patchkeep/rules/group-tree';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { DecidedSlots } from '../../ui/decided-slots.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../ui/table/filter-field.ts';
import { usePlace } from '../../ui/table/use-place.ts';
import { TypedSearch } from '../../ui/typed-search.tsx';
import { groupsQuery, tagsQuery } from '../../lib/site.queries.ts';
import { useMay } from '../../lib/use-may.ts';
import { statusOptions } from './application-filter-bar.tsx';
import { ApplicationHead, isUnknown, NoApplication } from './application-head.tsx';
import { applicationHostColumns } from './application-host-columns.tsx';
import {
  type ApplicationHostSearch,
  chipsOf,
  hostsAskedOf,
  noHostSearch,
  withChips,
} from './application-host-search.ts';
import s from './applications.module.css';
import { applicationHostPageQuery, fetchApplicationHostPage, versionPageQuery } from './applications.queries.ts';
import { useSublist } from './use-sublist.tsx';

export interface ApplicationHostsScreenProps {
  applicationId: number | undefined;
  search: ApplicationHostSearch;
  onSearch: (search: ApplicationHostSearch) => void;
  decided: DecidedSlots;
}

const title = pages['/applications/hosts'].title;
const getId = ({ uuid }: ApplicationHost) => uuid;
const getName = ({ hostName }: ApplicationHost) => hostName;

export function ApplicationHostsScreen({ applicationId, ...props }: ApplicationHostsScreenProps) {
  if (applicationId === undefined)
    return <NoApplication title={title}>Choose an application to see its hosts.</NoApplication>;
  return <ApplicationHostList applicationId={applicationId} {...props} />;
}

/** What the list can be narrowed by: the versions, groups and tags there are. */
const useFields = (applicationId: number): readonly [FilterField, ...FilterField[]] => {
  const versions = useQuery(versionPageQuery({ applicationId }, undefined)).data?.versions ?? [];
  const groups = useQuery(groupsQuery).data ?? [];
  const tags = useQuery(tagsQuery).data ?? [];
  return [
    { id: 'status', label: 'Status', ops: ['is'], options: statusOptions, isSingle: true },
    {
      id: 'version',
      label: 'Version',
      ops: ['is'],
      options: versions.map(({ versionId, version }) => ({ value: String(versionId), label: version })),
      isSingle: true,
    },
    {
      id: 'group',
      label: 'Group',
      ops: ['under'],
      options: groupPlaces(groups).map(({ group, path }) => ({ value: group.uuid, label: path })),
      isSingle: true,
    },
    {
      id: 'tag',
      label: 'Tag',
      ops: ['is'],
      options: tags.map(({ tagUuid, tagName }) => ({ value: tagUuid, label: tagName })),
      isSingle: true,
    },
  ];
};

function ApplicationHostList({
  applicationId,
  search,
  onSearch,
  decided: { Spread, Why },
}: ApplicationHostsScreenProps & { applicationId: number }) {
  const navigate = useNavigate();
  const fields = useFields(applicationId);
  const asked = hostsAskedOf(applicationId, search);
  const place = usePlace(JSON.stringify(asked));
  const query = useQuery(applicationHostPageQuery(asked, place.cursor));
  const rows = query.data?.hosts;
  const channelTag = query.data?.application.channelTag;
  const isPatching = useMay('canViewPatching');
  const subject = isPatching && typeof channelTag === 'string' ? { channelTag } : undefined;
  const [askedHost, setAskedHost] = useState<string | null>(null);
  const columns = useMemo(() => applicationHostColumns(isPatching ? setAskedHost : undefined), [isPatching]);
  const chips = chipsOf(search);
  const isNarrowed = search.q !== '' || chips.length > 0;
  const { total, actions, table } = useSublist({
    screen: 'application-hosts',
    noun: 'hosts',
    columns,
    query,
    rows,
    place,
    exportDetail: 'All hosts that match',
    fetchPage: async (cursor) => {
      const page = await fetchApplicationHostPage(asked, { cursor, limit: constants.pageSizeMax });
      return { rows: page.hosts, total: page.total, nextCursor: page.nextCursor };
    },
  });
  if (isUnknown(query.error)) return <NoApplication title={title}>This site has no such application.</NoApplication>;
  return (
    <>
      <ApplicationHead
        title={title}
        application={query.data?.application}
        lead={isNarrowed ? `${formatCount(total, 'host')} match` : formatCount(total, 'host')}
        current="hosts"
        actions={actions}
      />
      {subject && (
        <div className={s['decided']}>
          <Spread
            subject={subject}
            place={{
              ...(search.group !== undefined && { groupUuid: search.group }),
              ...(search.tag !== undefined && { tagUuid: search.tag }),
            }}
            isLine
          />
        </div>
      )}
      <div className={s['sublist']}>
        <DataTable
          label="Hosts"
          {...table}
          getId={getId}
          getName={getName}
          pageSize={10}
          onOpen={({ uuid }) => void navigate({ to: '/hosts/host-results', search: { hostUuid: uuid } })}
          onClearFilters={isNarrowed ? () => onSearch(noHostSearch) : undefined}
          whenNone={
            <EmptyState title="No host has it any more">
              The application was found before, but no host of this site has it now.
            </EmptyState>
          }
        >
          <FilterBar fields={fields} filters={chips} onChange={(filters) => onSearch(withChips(search, filters))}>
            <div className={s['search']}>
              <TypedSearch label="Name begins with" q={search.q} onSearch={(q) => onSearch({ ...search, q })} />
            </div>
          </FilterBar>
        </DataTable>
      </div>
      {subject && askedHost !== null && (
        <Why
          key={askedHost}
          hostUuid={askedHost}
          subject={subject}
          name={query.data?.application.name ?? ''}
          onClose={() => setAskedHost(null)}
        />
      )}
    </>
  );
}
