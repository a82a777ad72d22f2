import type { ApplicationHost } from '@patchkeep/contract/applications';
import { constants } from '@patchkeep/contract/constants';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ChosenHostsSlot } from '../../domain/chosen-hosts-slot.ts';
import type { DecidedSlots } from '../../domain/decided-slots.ts';
import { groupField, tagField } from '../../domain/host-filter-fields.ts';
import { fetchAll, type FetchPage } from '../../lib/fetch-all.ts';
import { groupsQuery, tagsQuery } from '../../lib/site.queries.ts';
import { useMay } from '../../lib/use-may.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TypedSearch } from '../../ui/form/typed-search.tsx';
import { formatCount } from '../../ui/format.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../ui/table/filter-field.ts';
import { usePageCursor } from '../../ui/table/use-page-cursor.ts';
import { useSelection } from '../../ui/table/use-selection.ts';
import { markField, statusField } from './application-filter-bar.tsx';
import { ApplicationHead, isUnknown, NoApplication } from './application-head.tsx';
import { applicationHostColumns } from './application-host-columns.tsx';
import {
  type ApplicationHostSearch,
  chipsOf,
  hostsAskedOf,
  noHostSearch,
  withChips,
} from './application-host-search.ts';
import { applicationHostPageQuery, fetchApplicationHostPage, versionPageQuery } from './applications.queries.ts';
import { useSublist } from './use-sublist.tsx';
import s from './applications.module.css';

export interface ApplicationHostsScreenProps {
  applicationId: number | undefined;
  search: ApplicationHostSearch;
  onSearch: (search: ApplicationHostSearch) => void;
  decided: DecidedSlots;
  Chosen: ChosenHostsSlot;
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
    statusField,
    markField(['exploited']),
    {
      id: 'version',
      label: 'Version',
      ops: ['is'],
      options: versions.map(({ versionId, version }) => ({ value: String(versionId), label: version })),
      isSingle: true,
    },
    { id: 'cve', label: 'CVE', ops: ['is'] },
    groupField(groups),
    tagField(tags),
  ];
};

type Request = ReturnType<typeof hostsAskedOf>;

const pagesOf =
  (request: Request): FetchPage<ApplicationHost> =>
  async (cursor) => {
    const page = await fetchApplicationHostPage(request, { cursor, limit: constants.pageSizeMax });
    return { rows: page.hosts, total: page.total, nextCursor: page.nextCursor };
  };

/** The ids of all hosts that match, for acts on them. */
const fetchIds = async (request: Request): Promise<string[] | undefined> => {
  const all = await fetchAll({ id: 'choose-application-hosts', label: 'Hosts of the application' }, pagesOf(request));
  return all?.map(getId);
};

function ApplicationHostList({
  applicationId,
  search,
  onSearch,
  decided: { Spread, Why },
  Chosen,
}: ApplicationHostsScreenProps & { applicationId: number }) {
  const navigate = useNavigate();
  const fields = useFields(applicationId);
  const request = hostsAskedOf(applicationId, search);
  const list = JSON.stringify(request);
  const paging = usePageCursor(list);
  const mayChange = useMay('canMakeChanges');
  const { selection, setSelection, drop } = useSelection(list);
  const query = useQuery(applicationHostPageQuery(request, paging.cursor));
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
    paging,
    exportDetail: 'All hosts that match',
    fetchPage: pagesOf(request),
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
            scope={{
              ...(search.group !== undefined && { groupUuid: search.group }),
              ...(search.tag !== undefined && { tagUuid: search.tag }),
            }}
            isLine
          />
        </div>
      )}
      <div className={s['sublist']}>
        <Chosen list={list} selection={selection} total={total} fetchIds={() => fetchIds(request)} onDone={drop}>
          {(buttons) => (
            <DataTable
              label="Hosts"
              {...table}
              getId={getId}
              getName={getName}
              pageSize={10}
              {...(mayChange && { selection, onSelect: setSelection })}
              bulkActions={buttons}
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
          )}
        </Chosen>
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
