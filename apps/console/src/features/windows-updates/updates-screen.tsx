import { constants } from '@patchkeep/contract/constants';
import type { WindowsUpdate } from '@patchkeep/contract/windows-updates';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { fetchAll } from '../../lib/fetch-all.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TypedSearch } from '../../ui/form/typed-search.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ColumnChooser } from '../../ui/table/column-chooser.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ExportMenu } from '../../ui/table/export/export-menu.tsx';
import { exportRows, type ListFormat, listFormats } from '../../ui/table/export/export-rows.ts';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../ui/table/filter-field.ts';
import { useColumnLayout } from '../../ui/table/layout/use-column-layout.ts';
import { queryState } from '../../ui/table/query-state.ts';
import { isSelected } from '../../ui/table/selection.ts';
import { usePageCursor } from '../../ui/table/use-page-cursor.ts';
import { useSelection } from '../../ui/table/use-selection.ts';
import { updateColumns } from './update-columns.tsx';
import { UpdatePanel } from './update-panel.tsx';
import { chipsOf, classifications, severities, type UpdatesSearch, withChips } from './updates-search.ts';
import { fetchUpdates, updatesQuery } from './windows-updates.queries.ts';
import s from './windows-updates.module.css';

const getId = ({ kbArticle }: WindowsUpdate) => kbArticle;
const optionsOf = (values: readonly string[]) => values.map((word) => ({ value: word, label: word }));
const fields: readonly [FilterField, ...FilterField[]] = [
  { id: 'classification', label: 'Classification', ops: ['is'], options: optionsOf(classifications), isSingle: true },
  { id: 'severity', label: 'Severity', ops: ['is'], options: optionsOf(severities), isSingle: true },
];

export interface UpdatesScreenProps {
  search: UpdatesSearch;
  onSearch: (search: UpdatesSearch) => void;
}

const copyArticles = async (articles: readonly string[]) => {
  await navigator.clipboard.writeText(articles.join('\n'));
  notify({ tone: 'success', text: `${formatCount(articles.length, 'KB number')} copied.` });
};

const fetchAllUpdates = (search: UpdatesScreenProps['search']) =>
  fetchAll({ id: 'fetch-windows-updates', label: 'Windows updates' }, async (cursor) => {
    const { updates, ...page } = await fetchUpdates(search, cursor, constants.pageSizeMax);
    return { ...page, rows: updates };
  });

/** The Windows updates that hosts of the site miss, the most missed first. */
export function UpdatesScreen({ search, onSearch }: UpdatesScreenProps) {
  const navigate = useNavigate();
  const list = JSON.stringify(search);
  const paging = usePageCursor(list);
  const query = useQuery(updatesQuery(search, paging.cursor));
  const layout = useColumnLayout('windows-updates', updateColumns);
  const { selection, setSelection } = useSelection(list);
  const [peekedId, setPeekedId] = useState<string | null>(null);
  const { data } = query;
  const total = data?.total ?? 0;
  const isNarrowed = search.q !== '' || search.classification !== undefined || search.severity !== undefined;
  const peeked = data?.updates.find(({ kbArticle }) => kbArticle === peekedId);

  const all = () => fetchAllUpdates(search);
  const save = (format: ListFormat, rows: readonly WindowsUpdate[]) =>
    exportRows(format, {
      name: 'windows-updates',
      columns: updateColumns.filter(({ id }) => !layout.hidden.has(id)),
      rows,
    });
  const chosen = async () => (await all())?.filter((update) => isSelected(selection, getId(update))) ?? [];
  const copy = async () => copyArticles((await chosen()).map(getId));

  return (
    <>
      <PageHead
        title={pages['/win-updates'].title}
        lead={
          data && (
            <>
              {formatNumber(total)} {isNarrowed ? 'match' : total === 1 ? 'update' : 'updates'} ·{' '}
              {formatCount(data.hostsReporting, 'host')} reporting · updated{' '}
              <RelativeTime at={new Date(query.dataUpdatedAt)} />
            </>
          )
        }
        actions={
          <>
            <ColumnChooser columns={updateColumns} layout={layout} />
            <ExportMenu
              formats={listFormats('All updates that match')}
              onExport={(format) => void all().then((rows) => rows && save(format, rows))}
            />
          </>
        }
      />
      <div className={s['list']}>
        <DataTable
          label="Windows updates"
          noun="updates"
          columns={updateColumns}
          layout={layout}
          {...queryState(query, data?.updates, 'Unable to fetch Windows updates.')}
          getId={getId}
          getName={getId}
          total={total}
          page={paging.page(data?.nextCursor, query.isPlaceholderData)}
          selection={selection}
          onSelect={setSelection}
          bulkActions={
            <>
              <Button onPress={() => void copy()}>Copy KB numbers</Button>
              <Button onPress={() => void chosen().then((rows) => save('csv', rows))}>Export CSV</Button>
            </>
          }
          onOpen={({ kbArticle }) => void navigate({ to: '/win-updates/hosts', search: { kbArticle } })}
          onPeek={({ kbArticle }) => setPeekedId(kbArticle)}
          onClearFilters={
            isNarrowed ? () => onSearch({ q: '', classification: undefined, severity: undefined }) : undefined
          }
          whenNone={
            data?.hostsReporting === 0 ? (
              <EmptyState title="No host has reported Windows updates yet">
                Agents on Windows report what Windows offers them at each inspection. What hosts miss shows here then.
              </EmptyState>
            ) : (
              <EmptyState icon={ShieldCheck} title="No Windows update is missing">
                Every host that reports has what Windows offers. What a newer update replaces is left out.
              </EmptyState>
            )
          }
        >
          <FilterBar
            fields={fields}
            filters={chipsOf(search)}
            onChange={(filters) => onSearch(withChips(search, filters))}
          >
            <div className={s['search']}>
              <TypedSearch label="KB number or title" q={search.q} onSearch={(q) => onSearch({ ...search, q })} />
            </div>
          </FilterBar>
        </DataTable>
      </div>
      {peeked && <UpdatePanel update={peeked} onClose={() => setPeekedId(null)} />}
    </>
  );
}
