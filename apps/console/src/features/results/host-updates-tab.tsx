import type { Answer } from '@patchkeep/contract/endpoint';
import type { results } from '@patchkeep/contract/results';
import type { FoundUpdate } from '@patchkeep/contract/windows-updates';
import { keyOfArticle } from '@patchkeep/rules/kb';
import type { UseQueryResult } from '@tanstack/react-query';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { type ReactNode, useMemo } from 'react';
import {
  articleColumn,
  restartText,
  updateFactColumns,
  updateStateColumn,
} from '../../domain/windows-update-columns.tsx';
import { useMay } from '../../lib/use-may.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { isSelected } from '../../ui/table/selection.ts';
import { useSelection } from '../../ui/table/use-selection.ts';
import { useUpdateOverrides } from './use-update-overrides.ts';
import s from './results.module.css';

const approvedText = ({ task, override }: FoundUpdate): string => {
  const here = override === null ? '' : ', here';
  if (task === null) return '';
  return `${task.isApproved ? 'Yes' : override === false ? 'No' : 'Not yet'}${here}`;
};

/** What is decided for an update on this host; another part of the console knows it. */
export interface UpdatePolicy {
  cell: (subject: { wuaKey: string } | null, name: string) => ReactNode;
  text: (subject: { wuaKey: string } | null) => string;
}
const subjectOf = ({ kbArticle }: FoundUpdate) => ({ wuaKey: keyOfArticle(kbArticle) });

const columnsOf = (policy: UpdatePolicy | undefined): readonly Column<FoundUpdate>[] => [
  articleColumn(120),
  ...updateFactColumns<FoundUpdate>({ title: 168, classification: 136, severity: 84, released: 104 }),
  updateStateColumn(120),
  {
    id: 'task',
    header: 'Approved',
    width: 116,
    cell: (update) =>
      update.task === null ? (
        '—'
      ) : (
        <Badge
          tone={update.task.isApproved ? 'ok' : 'neu'}
          icon={update.task.isApproved ? Check : update.override === false ? Ban : RotateCw}
        >
          {approvedText(update)}
        </Badge>
      ),
    text: approvedText,
  },
  ...(policy
    ? [
        {
          id: 'policy',
          header: 'Policy here',
          width: 184,
          cell: (update: FoundUpdate) => policy.cell(subjectOf(update), update.kbArticle),
          text: (update: FoundUpdate) => policy.text(subjectOf(update)),
        },
      ]
    : []),
  {
    id: 'restart',
    header: 'Restart',
    width: 96,
    cell: ({ isRestartRequired }) => restartText(isRestartRequired),
    text: ({ isRestartRequired }) => restartText(isRestartRequired),
  },
];
const hidden: ReadonlySet<string> = new Set(['restart']);
/** Beside what is decided there is no room for the day. */
const hiddenBesidePolicy: ReadonlySet<string> = new Set(['restart', 'released']);
const getId = ({ foundUpdateUuid }: FoundUpdate) => foundUpdateUuid;
const getName = ({ kbArticle }: FoundUpdate) => kbArticle;

export interface HostUpdatesTabProps {
  full: UseQueryResult<Answer<typeof results.full>>;
  policy: UpdatePolicy | undefined;
}

/** The Windows updates this host needs; what a newer one replaces is left out. */
export function HostUpdatesTab({ full, policy }: HostUpdatesTabProps) {
  const columns = useMemo(() => columnsOf(policy), [policy]);
  const rows = full.data?.winUpdates;
  const mayDecide = useMay('canDecideUpdates');
  const host = full.data?.hostInfo;
  const overrides = useUpdateOverrides(host?.uuid ?? '', host?.hostName ?? '');
  const { selection, setSelection, drop } = useSelection();
  const chosen = (rows ?? []).filter((row) => isSelected(selection, getId(row)));
  const decide = (override: boolean | null) => overrides.setOverride(chosen, override, () => drop(selection));
  return (
    <div className={s['list']}>
      <DataTable
        label="Windows updates"
        noun="updates"
        columns={columns}
        hidden={policy ? hiddenBesidePolicy : hidden}
        rows={full.isError && !rows ? [] : rows}
        getId={getId}
        getName={getName}
        {...(mayDecide && { selection, onSelect: setSelection })}
        bulkActions={
          <>
            <Button isPending={overrides.isPending} onPress={() => decide(true)}>
              Approve here
            </Button>
            <Button isPending={overrides.isPending} onPress={() => decide(false)}>
              Withhold here
            </Button>
            {chosen.some(({ override }) => override !== null) && (
              <Button isPending={overrides.isPending} onPress={() => decide(null)}>
                Leave to the policy
              </Button>
            )}
          </>
        }
        total={rows?.length ?? 0}
        page={{ from: 1 }}
        error={
          full.isError && !rows
            ? { message: 'Unable to fetch Windows updates.', onRetry: () => void full.refetch() }
            : undefined
        }
        whenNone={
          <NoUpdates
            isWindows={/windows/i.test(host?.osName ?? 'Windows')}
            reported={full.data?.winUpdatesReported ?? null}
          />
        }
      />
    </div>
  );
}

/** `reported`: when the host last said what Windows offers it. */
function NoUpdates({ isWindows, reported }: { isWindows: boolean; reported: string | null }) {
  if (!isWindows)
    return <EmptyState title="Not a Windows host">Windows updates are for hosts that run Windows.</EmptyState>;
  if (reported === null)
    return (
      <EmptyState icon={CircleHelp} title="Not reported yet">
        This host has not said yet what Windows offers it, so nothing is known of what it misses. Agents report it with
        each inspection.
      </EmptyState>
    );
  return (
    <EmptyState icon={Check} title="No Windows update is missing">
      This host needed none when it last looked, <RelativeTime at={reported} />. What a newer update replaces is left
      out.
    </EmptyState>
  );
}
