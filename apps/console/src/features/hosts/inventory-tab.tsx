import type { Answer } from '@patchkeep/contract/endpoint';
import type { hosts } from '@patchkeep/contract/hosts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchBar } from '../../ui/form/search-bar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column, Sort } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { downloadText, rowsToCsv } from '../../ui/table/download.ts';
import { localPage } from '../../ui/table/use-page-cursor.ts';
import { inventoryQuery } from './hosts.queries.ts';
import s from './hosts.module.css';

type Copy = Answer<typeof hosts.inventory>['software'][number];
type CopyRow = Copy & { id: string };

const scopeOf = ({ scope, user }: Copy) => (scope === 'machine' ? 'All users' : (user ?? 'One user'));
const column = (id: string, header: string, width: number, text: (row: CopyRow) => string): Column<CopyRow> => ({
  id,
  header,
  width,
  isSortable: true,
  cell: text,
  text,
});
const allColumns: readonly Column<CopyRow>[] = [
  { ...column('name', 'Name', 232, ({ name }) => name), isRowHeader: true },
  column('version', 'Version', 136, ({ version, fileVersion }) => version || (fileVersion ?? '')),
  column('publisher', 'Publisher', 168, ({ publisher }) => publisher),
  column('scope', 'Installed for', 120, scopeOf),
  column('offered', 'Offered', 168, ({ offered }) => offered ?? ''),
  column('path', 'Path', 240, ({ path }) => path ?? ''),
];
/** Packages of a Linux have no paths, and only they are offered newer versions by repositories. */
const columnsFor = (software: readonly Copy[] = []): readonly Column<CopyRow>[] =>
  allColumns.filter(({ id }) => {
    if (id === 'path') return software.length === 0 || software.some(({ path }) => path !== undefined);
    return id !== 'offered' || software.some(({ offered }) => offered !== undefined);
  });
const getId = ({ id }: CopyRow) => id;
const getName = ({ name }: CopyRow) => name;
const pageSize = 100;

/** Everything is here already, so what is typed and the order are applied in place. */
const arrange = (rows: readonly CopyRow[], typed: string, sort: Sort): CopyRow[] => {
  const wanted = typed.trim().toLowerCase();
  const text = allColumns.find(({ id }) => id === sort.column)?.text;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows
    .filter(({ name, publisher }) => `${name} ${publisher}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => sign * String(text?.(a) ?? '').localeCompare(String(text?.(b) ?? ''), 'en', { numeric: true }));
};

export function InventoryTab({ hostUuid, hostName }: { hostUuid: string; hostName: string }) {
  const inventory = useQuery(inventoryQuery(hostUuid));
  const [typed, setTyped] = useState('');
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' });
  const [from, setFrom] = useState(1);
  const software = inventory.data?.software;
  const columns = useMemo(() => columnsFor(software), [software]);
  const found = useMemo(
    () =>
      software &&
      arrange(
        software.map((copy, index) => ({ ...copy, id: String(index) })),
        typed,
        sort,
      ),
    [software, typed, sort],
  );
  const rows = found?.slice(from - 1, from - 1 + pageSize);
  const total = found?.length ?? 0;
  return (
    <DataTable
      label="Inventory"
      noun="programs"
      columns={columns}
      rows={inventory.isError && !rows ? [] : rows}
      getId={getId}
      getName={getName}
      total={total}
      page={localPage(from, setFrom, total, pageSize)}
      error={
        inventory.isError && !software
          ? { message: 'Unable to fetch applications.', onRetry: () => void inventory.refetch() }
          : undefined
      }
      sort={sort}
      onSort={(next) => {
        setSort(next);
        setFrom(1);
      }}
      onClearFilters={typed === '' ? undefined : () => setTyped('')}
      whenNone={
        <EmptyState title={inventory.data?.takenAt ? 'Nothing is installed' : 'Not inspected yet'}>
          {inventory.data?.takenAt
            ? 'The last inspection found no installed software.'
            : 'What is installed shows here after the first inspection of this host.'}
        </EmptyState>
      }
    >
      <SearchBar
        label="Find a program or publisher"
        value={typed}
        onChange={(next) => {
          setTyped(next);
          setFrom(1);
        }}
      >
        {inventory.data?.takenAt && (
          <span className="muted">
            Inspected <RelativeTime at={inventory.data.takenAt} />
          </span>
        )}
        <div className={s['push']}>
          <Button
            data-key="e"
            isDisabled={total === 0}
            onPress={() => downloadText(`${hostName}-inventory.csv`, rowsToCsv(columns, found ?? []))}
          >
            Export CSV
          </Button>
        </div>
      </SearchBar>
    </DataTable>
  );
}
