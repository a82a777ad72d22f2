import type { Answer } from '@patchkeep/contract/endpoint';
import type { HostApplication } from '@patchkeep/contract/results';
import type { results } from '@patchkeep/contract/results';
import type { UseQueryResult } from '@tanstack/react-query';
import PackageCheck from 'lucide-react/icons/package-check';
import { type ComponentType, type ReactNode, useCallback, useMemo, useState } from 'react';
import { useMay } from '../../lib/use-may.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { formatNumber } from '../../ui/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { downloadText, rowsToCsv } from '../../ui/table/download.ts';
import { queryState } from '../../ui/table/query-state.ts';
import { pageOfWhole } from '../../ui/table/whole-list.ts';
import { EvidenceRow } from './evidence-row.tsx';
import { type ResultActions, resultColumns, type ResultPolicy } from './result-columns.tsx';
import { type OptionName, type ResultSearch } from './result-options.ts';
import s from './results.module.css';

type Full = Answer<typeof results.full>;

/** What is known of the thing to ignore or to correct. */
export interface IgnoreSubject {
  applicationId: number;
  applicationName: string;
  versions: string[];
  cveIds: string[];
  host: { uuid: string; hostName: string };
  group: { uuid: string; name: string } | null;
}
export interface CorrectionSubject {
  versionId: number;
  reportedName: string;
  reportedPublisher: string;
  applicationName: string | null;
}
export interface ResultDialogs {
  Ignore: ComponentType<{ subject: IgnoreSubject; onClose: () => void }>;
  Correct: ComponentType<{ subject: CorrectionSubject; onClose: () => void }>;
}

export interface ResultsTabProps {
  full: UseQueryResult<Full>;
  search: ResultSearch;
  onSearch: (search: ResultSearch) => void;
  dialogs: ResultDialogs;
  policy: ResultPolicy | undefined;
}

const options: readonly { name: OptionName; label: string; count: keyof Full['optionCounts'] }[] = [
  { name: 'showInstalled', label: 'Without problems', count: 'installed' },
  { name: 'showDrivers', label: 'Drivers', count: 'drivers' },
  { name: 'showHidden', label: 'Hidden', count: 'hidden' },
  { name: 'showSuiteMembers', label: 'Suite members', count: 'suiteMembers' },
  { name: 'showChildren', label: 'Children', count: 'children' },
];

const getId = ({ applicationId }: HostApplication) => String(applicationId);
const getName = ({ name }: HostApplication) => name;
const pageSize = 100;
/** Exported and searched, but a window of 1280 has no room for it. */
const withPolicy: ReadonlySet<string> = new Set(['publisher']);

const subjectOf = (application: HostApplication, { hostInfo }: Full): IgnoreSubject => ({
  applicationId: application.applicationId,
  applicationName: application.name,
  versions: application.versions.map(({ version }) => version),
  cveIds: [...new Set(application.versions.flatMap(({ worstIssues }) => worstIssues.map(({ cveId }) => cveId)))],
  host: { uuid: hostInfo.uuid, hostName: hostInfo.hostName },
  group: hostInfo.groupUuid === null ? null : { uuid: hostInfo.groupUuid, name: hostInfo.groupName ?? '' },
});

/** The server puts problems first; here it is only narrowed, and ordered by name if somebody wants that. */
const arrange = (applications: readonly HostApplication[], { q, isProblemsFirst }: ResultSearch): HostApplication[] => {
  const wanted = q.trim().toLowerCase();
  const found = applications.filter(({ name, publisher, versions }) =>
    [name, publisher, ...versions.map(({ reportedName }) => reportedName)].join(' ').toLowerCase().includes(wanted),
  );
  return isProblemsFirst
    ? found
    : found.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base', numeric: true }));
};

const evidenceBelow =
  (open: ReadonlySet<number>, hostUuid: string, actions: ResultActions | undefined) =>
  (application: HostApplication): ReactNode =>
    open.has(application.applicationId) ? (
      <EvidenceRow application={application} hostUuid={hostUuid} actions={actions} />
    ) : null;

/** The applications of a host, problems first, each with the reasons for what is said of it. */
export function ResultsTab({ full, search, onSearch, policy, dialogs: { Ignore, Correct } }: ResultsTabProps) {
  const mayChange = useMay('canMakeChanges');
  const mayCorrect = useMay('isSystemAdmin');
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [from, setFrom] = useState(1);
  const [openDialog, setOpenDialog] = useState<{ what: 'ignore' | 'report'; application: HostApplication } | null>(
    null,
  );
  const { data } = full;
  const toggle = useCallback(
    ({ applicationId }: HostApplication) =>
      setOpen((now) => {
        const next = new Set(now);
        if (!next.delete(applicationId)) next.add(applicationId);
        return next;
      }),
    [],
  );
  const actions = useMemo(
    (): ResultActions | undefined =>
      mayChange
        ? {
            ignore: (application) => setOpenDialog({ what: 'ignore', application }),
            report: mayCorrect ? (application) => setOpenDialog({ what: 'report', application }) : undefined,
          }
        : undefined,
    [mayChange, mayCorrect],
  );
  const columns = useMemo(
    () => resultColumns(({ applicationId }) => open.has(applicationId), toggle, policy, actions),
    [open, toggle, policy, actions],
  );
  const found = useMemo(() => data && arrange(data.applications, search), [data, search]);
  const { rows, total, page } = pageOfWhole(found, from, setFrom, pageSize);
  const [version] = openDialog?.application.versions ?? [];
  const close = () => setOpenDialog(null);
  return (
    <div className={s['list']}>
      <DataTable
        label="Applications"
        noun="applications"
        columns={columns}
        {...(policy && { hidden: withPolicy })}
        {...queryState(full, rows, 'Unable to fetch applications.')}
        getId={getId}
        getName={getName}
        total={total}
        page={page}
        sort={
          search.isProblemsFirst
            ? { column: 'status', direction: 'descending' }
            : { column: 'name', direction: 'ascending' }
        }
        onSort={({ column }) => onSearch({ ...search, isProblemsFirst: column === 'status' })}
        onOpen={toggle}
        onPeek={toggle}
        below={data && evidenceBelow(open, data.hostInfo.uuid, actions)}
        onClearFilters={search.q === '' ? undefined : () => onSearch({ ...search, q: '' })}
        whenNone={data && <NothingShown full={data} onSearch={onSearch} search={search} />}
      >
        <ResultsBar
          full={data}
          search={search}
          onSearch={(next) => {
            if (next.q !== search.q) setFrom(1);
            onSearch(next);
          }}
          onExport={
            total === 0
              ? undefined
              : () =>
                  downloadText(`${data?.hostInfo.hostName ?? 'host'}-applications.csv`, rowsToCsv(columns, found ?? []))
          }
        />
      </DataTable>
      {data && openDialog?.what === 'ignore' && (
        <Ignore subject={subjectOf(openDialog.application, data)} onClose={close} />
      )}
      {openDialog?.what === 'report' && version && (
        <Correct
          subject={{
            versionId: version.versionId,
            reportedName: version.reportedName,
            reportedPublisher: version.reportedPublisher,
            applicationName: openDialog.application.channelTag === null ? null : openDialog.application.name,
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

interface ResultsBarProps extends Pick<ResultsTabProps, 'search' | 'onSearch'> {
  full: Full | undefined;
  /** Absent while there is nothing to export. */
  onExport: (() => void) | undefined;
}

/** What the list shows of all that was found, and its export. */
function ResultsBar({ full, search, onSearch, onExport }: ResultsBarProps) {
  return (
    <div className={s['bar']}>
      <div className={s['search']}>
        <SearchField
          label="Find an application or publisher"
          value={search.q}
          onChange={(q) => onSearch({ ...search, q })}
        />
      </div>
      <div className={s['push']}>
        {full?.hostInfo.lastInspection && (
          <span className="muted">
            Inspected <RelativeTime at={full.hostInfo.lastInspection} />
          </span>
        )}
        <Button isDisabled={!onExport} data-key="e" onPress={() => onExport?.()}>
          Export CSV
        </Button>
      </div>
      <fieldset className={s['options']}>
        <legend className="visually-hidden">Show</legend>
        <Checkbox
          isSelected={search.isProblemsFirst}
          onChange={(isProblemsFirst) => onSearch({ ...search, isProblemsFirst })}
        >
          Problems first
        </Checkbox>
        {options.map(({ name, label, count }) => (
          <Checkbox
            key={name}
            isSelected={search.options[name]}
            onChange={(isOn) => onSearch({ ...search, options: { ...search.options, [name]: isOn } })}
          >
            {label} {full && <span className={s['count']}>{formatNumber(full.optionCounts[count])}</span>}
          </Checkbox>
        ))}
      </fieldset>
    </div>
  );
}

function NothingShown({ full, search, onSearch }: { full: Full } & Pick<ResultsTabProps, 'search' | 'onSearch'>) {
  if (full.hostInfo.lastInspection === null)
    return (
      <EmptyState title="Not inspected yet">
        What is installed, and what is wrong with it, shows here after the first inspection of this host.
      </EmptyState>
    );
  if (!search.options.showInstalled)
    return (
      <EmptyState
        icon={PackageCheck}
        title="No problems found"
        action={
          <Button onPress={() => onSearch({ ...search, options: { ...search.options, showInstalled: true } })}>
            Show applications without problems
          </Button>
        }
      >
        Nothing installed here is known to be vulnerable or out of support.
      </EmptyState>
    );
  return (
    <EmptyState icon={PackageCheck} title="Nothing to show">
      The last inspection found nothing, or only kinds that are switched off above.
    </EmptyState>
  );
}
