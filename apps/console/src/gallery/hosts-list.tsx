import Plus from 'lucide-react/icons/plus';
import { useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { MenuButton, MenuItem } from '../ui/menu.tsx';
import { notify } from '../ui/notify.tsx';
import { ColumnChooser } from '../ui/table/column-chooser.tsx';
import type { Sort } from '../ui/table/column.ts';
import { DataTable } from '../ui/table/data-table.tsx';
import { downloadText, rowsToCsv } from '../ui/table/download.ts';
import { ExportMenu } from '../ui/table/export/export-menu.tsx';
import { FilterBar } from '../ui/table/filter-bar.tsx';
import { type Filter, formatFilters, parseFilters } from '../ui/table/filters.ts';
import { useColumnLayout } from '../ui/table/layout/use-column-layout.ts';
import type { ListView } from '../ui/table/saved-views.ts';
import { noSelection, type Selection } from '../ui/table/selection.ts';
import { localPage } from '../ui/table/use-page-cursor.ts';
import { ViewMenu } from '../ui/table/view-menu.tsx';
import { hostColumns, hostFilterFields } from './host-columns.tsx';
import { HostPanel } from './host-panel.tsx';
import { findHosts, type SampleHost, sampleHosts } from './sample-hosts.ts';
import g from './gallery.module.css';

/* Eight fit a picture; a measurement asks for as many as a list may ever show. */
const firstSize = Number(new URLSearchParams(location.search).get('rows') ?? 8);
const screen = 'gallery-hosts';
const getId = ({ id }: SampleHost) => id;
const getName = ({ name }: SampleHost) => name;

const formats = [
  { id: 'csv', label: 'CSV' },
  { id: 'xlsx', label: 'Excel', detail: 'Made by the server', isDisabled: true },
];

const presets: readonly ListView[] = [
  { id: 'month', name: 'Seen this month', search: { filters: 'lastSeen:within:30' }, hidden: ['agent'] },
  { id: 'all', name: 'All hosts', search: { filters: '' }, hidden: ['agent'] },
  { id: 'attention', name: 'Needs attention', search: { filters: 'status:is:Insecure,0-Day' }, hidden: ['agent'] },
];
const sharedViews: readonly ListView[] = [
  {
    id: 'lab',
    name: 'Lab',
    search: { filters: 'group:under:Lab' },
    hidden: ['agent'],
    sharedBy: 'Ada Lindqvist',
    note: 'Its group no longer exists',
  },
];

export function HostsList() {
  const [filters, setFilters] = useState<readonly Filter[]>(() => parseFilters('lastSeen:within:30'));
  const [sort, setSort] = useState<Sort | null>(null);
  const [from, setFrom] = useState(1);
  const [pageSize, setPageSize] = useState(firstSize);
  const [changedCount, setChangedCount] = useState(3);
  const [selection, setSelection] = useState<Selection>(() => ({
    kind: 'some',
    ids: new Set(['LT-CPH-0412', 'LT-CPH-0388']),
  }));
  const [peeked, setPeeked] = useState<SampleHost | null>(null);
  const [viewId, setViewId] = useState<string | null>('month');
  const [own, setOwn] = useState<readonly ListView[]>([]);
  const layout = useColumnLayout(screen, hostColumns);
  const found = useMemo(() => findHosts(filters, sort), [filters, sort]);
  const rows = useMemo(() => found.slice(from - 1, from - 1 + pageSize), [found, from, pageSize]);

  const narrow = (next: readonly Filter[]) => {
    setFilters(next);
    setFrom(1);
    setSelection(noSelection);
  };

  return (
    <section aria-labelledby="hosts">
      <div className={g['titleRow']}>
        <h2 id="hosts" className={g['title']}>
          Hosts
        </h2>
        <span className={g['muted']}>
          {formatNumber(found.length)} of {formatNumber(sampleHosts.length)} match
        </span>
        <div className={g['push']}>
          <ViewMenu
            presets={presets}
            own={own}
            shared={sharedViews}
            currentId={viewId}
            isChanged={
              formatFilters(filters) !== [...presets, ...own].find(({ id }) => id === viewId)?.search['filters']
            }
            acts={{
              choose: (view) => {
                setViewId(view.id);
                narrow(parseFilters(String(view.search['filters'])));
                layout.arrange(view);
              },
              save: (name) => {
                const columns = { hidden: [...layout.hidden], order: layout.order };
                setOwn([...own, { id: name, name, search: { filters: formatFilters(filters) }, ...columns }]);
                setViewId(name);
              },
              saveInto: () => undefined,
              rename: (view, name) => setOwn(own.map((each) => (each === view ? { ...view, name } : each))),
              remove: (view) => {
                setOwn(own.filter((each) => each !== view));
                setViewId('all');
              },
            }}
          />
          <ColumnChooser columns={hostColumns} layout={layout} />
          <ExportMenu formats={formats} onExport={() => downloadText('hosts.csv', rowsToCsv(hostColumns, found))} />
          <Button variant="primary" icon={Plus}>
            Add hosts
          </Button>
        </div>
      </div>
      <DataTable
        label="Hosts"
        noun="hosts"
        columns={hostColumns}
        layout={layout}
        rows={rows}
        getId={getId}
        getName={getName}
        total={found.length}
        pageSize={pageSize}
        page={{
          ...localPage(from, setFrom, found.length, pageSize),
          sizes: { current: pageSize, options: [8, 50, 200], onChange: setPageSize },
        }}
        changes={{ count: changedCount, onRefresh: () => setChangedCount(0) }}
        sort={sort}
        onSort={(next) => {
          setSort(next);
          setFrom(1);
        }}
        selection={selection}
        onSelect={setSelection}
        bulkActions={
          <>
            <Button onPress={() => notify({ tone: 'success', text: 'Inspection requested.', undo: () => undefined })}>
              Inspect & update
            </Button>
            <Button>Restart...</Button>
            <Button>Tag...</Button>
            <MenuButton label="More" placement="bottom end">
              <MenuItem id="move">Move to group...</MenuItem>
              <MenuItem id="disable">Disable</MenuItem>
              <MenuItem id="delete" tone="danger">
                Delete...
              </MenuItem>
            </MenuButton>
          </>
        }
        onOpen={(host) => notify({ tone: 'info', text: `Opened ${host.name}.` })}
        onPeek={setPeeked}
        onClearFilters={filters.length > 0 ? () => narrow([]) : undefined}
      >
        <FilterBar fields={hostFilterFields} filters={filters} onChange={narrow} />
      </DataTable>
      <HostPanel host={peeked} onClose={() => setPeeked(null)} />
    </section>
  );
}
