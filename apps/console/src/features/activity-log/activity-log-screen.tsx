import type { Activity } from '@patchkeep/contract/activity-log';
import { constants } from '@patchkeep/contract/constants';
import { unableTo } from '@patchkeep/contract/operations';
import { pages } from '@patchkeep/rules/pages';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useMemo, useState } from 'react';
import { liveText } from '../../domain/live-text.ts';
import { fetchAll } from '../../lib/fetch-all.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ColumnChooser } from '../../ui/table/column-chooser.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { downloadText } from '../../ui/table/download.ts';
import { ExportMenu } from '../../ui/table/export/export-menu.tsx';
import { type ListFormat, listFormats } from '../../ui/table/export/export-rows.ts';
import { useColumnLayout } from '../../ui/table/layout/use-column-layout.ts';
import { mostExported, newestFirst, saveNewest } from '../../ui/table/newest-first.ts';
import { fetchActivities, fetchChain, fetchCheckpoints, type LogOf } from './activity-log.queries.ts';
import { logColumns } from './log-columns.tsx';
import { LogFilterBar } from './log-filter-bar.tsx';
import { LogPanel } from './log-panel.tsx';
import { isNarrowed, type LogSearch, wholeLog } from './log-search.ts';
import { objectOf, verbOf } from './log-text.ts';
import { useActivityLog } from './use-activity-log.ts';
import s from './activity-log.module.css';

const texts = {
  site: {
    title: pages['/user-activity'].title,
    file: 'user-activity',
    thing: 'user activities',
    none: 'Whatever somebody changes on this site shows here, with who did it and what it was before.',
  },
  system: {
    title: pages['/system-activity'].title,
    file: 'system-activity',
    thing: 'system activities',
    none: 'Sign-ins and whatever is decided for all sites together show here.',
  },
} as const;

const getId = ({ sequenceNumber }: Activity) => String(sequenceNumber);
const getName = (activity: Activity) => `${verbOf(activity.verb)}, ${objectOf(activity)}`;

interface ActivityLogScreenProps {
  of: LogOf;
  search: LogSearch;
  onSearch: (search: LogSearch) => void;
}

/** Who did what, the newest first: on this site, or for the customer as a whole. */
export function ActivityLogScreen({ of, search, onSearch }: ActivityLogScreenProps) {
  const { title, file, thing, none } = texts[of];
  const { query, activities, names, checkpoint, live } = useActivityLog(of, search);
  const columns = useMemo(() => logColumns(names, of), [names, of]);
  const layout = useColumnLayout(file, columns);
  const [peekedId, setPeekedId] = useState<string | null>(null);
  const peeked = activities?.find((activity) => getId(activity) === peekedId);
  const saveList = async (format: ListFormat) => {
    const all: Record<string, string> = {};
    const rows = await fetchAll(
      { id: `export-${file}`, label: `Export ${title.toLowerCase()}` },
      async (older) => {
        const page = await fetchActivities(of, search, older, constants.pageSizeMax);
        Object.assign(all, page.names);
        return { rows: page.activities, nextCursor: page.older };
      },
      mostExported,
    );
    if (rows) saveNewest(format, { name: file, columns: logColumns(all, of), rows });
  };
  const saveLines = async (name: string, fetch: typeof fetchChain) => {
    const rows = await fetchAll({ id: `export-${name}`, label: `Export ${title.toLowerCase()}` }, (cursor) =>
      fetch(of, cursor),
    );
    if (rows) downloadText(`${name}.jsonl`, rows.map((row) => `${row}\n`).join(''), 'application/jsonl');
  };
  const exports = {
    csv: () => saveList('csv'),
    print: () => saveList('print'),
    chain: () => saveLines(`${file}-chain`, fetchChain),
    checkpoints: () => saveLines(`${file}-checkpoints`, fetchCheckpoints),
  };
  return (
    <>
      <PageHead
        title={title}
        lead={
          query.data && (
            <>
              <Sealed checkpoint={checkpoint} />
              {` · ${liveText(live)}`}
            </>
          )
        }
        actions={
          <>
            <ColumnChooser columns={columns} layout={layout} />
            <ExportMenu
              formats={[
                ...listFormats('All activities that match'),
                { id: 'chain', label: 'Log with its hashes', detail: 'The whole log, to check it offline' },
                { id: 'checkpoints', label: 'Checkpoints', detail: 'What the signer vouched for' },
              ]}
              onExport={(format) => void exports[format]()}
            />
          </>
        }
      />
      <div className={s['above']}>
        <Checkbox isSelected={live.isLive} onChange={live.setLive}>
          Live
        </Checkbox>
      </div>
      <div className={s['list']}>
        <DataTable
          label={title}
          columns={columns}
          layout={layout}
          getId={getId}
          getName={getName}
          {...newestFirst(query, activities, unableTo({ verb: 'fetch', thing }))}
          onPeek={(activity) => setPeekedId(getId(activity))}
          onClearFilters={isNarrowed(search) ? () => onSearch(wholeLog) : undefined}
          whenNone={
            <EmptyState icon={ScrollText} title="Nothing was done yet">
              {none}
            </EmptyState>
          }
        >
          <LogFilterBar of={of} search={search} onSearch={onSearch} activities={activities ?? []} />
        </DataTable>
      </div>
      {peeked && (
        <LogPanel
          key={peekedId}
          activity={peeked}
          of={of}
          names={names}
          sealedTo={checkpoint?.sequenceNumber ?? 0}
          onOnly={(which) => onSearch(onlyOf(search, peeked, which))}
          onClose={() => setPeekedId(null)}
        />
      )}
    </>
  );
}

/** How far the signer has vouched for the log. */
function Sealed({ checkpoint }: { checkpoint: { sequenceNumber: number; time: string } | null }) {
  if (!checkpoint) return 'not sealed by a signer';
  return (
    <>
      sealed up to entry {formatNumber(checkpoint.sequenceNumber)}, <RelativeTime at={checkpoint.time} />
    </>
  );
}

const onlyOf = (search: LogSearch, activity: Activity, which: 'person' | 'object' | 'verb'): LogSearch => {
  if (which === 'person') return { ...search, userUuid: activity.userUuid ?? undefined };
  if (which === 'verb') return { ...search, verb: activity.verb };
  return { ...search, objectKind: activity.objectKind, objectId: activity.objectId };
};
