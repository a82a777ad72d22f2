import type { Goal } from '@patchkeep/contract/goals';
import { Link } from '@tanstack/react-router';
import { customChannel } from '../../../acts/jobs/job-draft.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { numberColumn, wordColumn } from '../../../ui/table/plain-columns.ts';
import { JobProgress } from '../job-progress.tsx';
import { deedText, progressOf, progressText, toldText } from '../job-text.ts';

type Action = Goal['actions'][number];

const progress = (action: Action) => progressOf([{ ...action, isEnabled: true }]);

function ActionLink({
  channelTag,
  title,
  goalUuid,
  customDeploymentConfigUuid: custom,
}: Action & { goalUuid: string }) {
  const search = { channelTag: custom === null ? channelTag : customChannel(custom), goalUuid };
  return (
    <Link to="/deployment/activity/application" search={search} className="plain-link">
      {title}
    </Link>
  );
}

const columnsOf = (goalUuid: string): readonly Column<Action>[] => [
  {
    id: 'application',
    isRowHeader: true,
    header: 'Application',
    width: 208,
    cell: (action) => <ActionLink {...action} goalUuid={goalUuid} />,
    text: ({ title }) => title,
  },
  wordColumn('does', 'Action', 96, deedText),
  wordColumn('version', 'Version', 128, ({ version, actionType }) =>
    actionType === 'Install' ? (version ?? 'The newest') : null,
  ),
  wordColumn('options', 'Options', 160, toldText),
  wordColumn('state', 'State', 96, ({ isEnabled }) => (isEnabled ? 'Enabled' : 'Disabled')),
  {
    id: 'progress',
    header: 'Progress',
    width: 240,
    cell: (action) => <JobProgress progress={progress(action)} />,
    text: (action) => progressText(progress(action)),
  },
  numberColumn('achieved', 'Achieved', 96, ({ countAchieved }) => countAchieved),
  numberColumn('open', 'Open', 96, ({ countNotDoneHosts }) => countNotDoneHosts),
];

const getId = ({ goalActionId }: Action) => goalActionId;
const getName = ({ title }: Action) => title;

/** What the job does, in the order in which hosts do it. What was taken out stays, disabled. */
export function JobActionsTab({ goal }: { goal: Goal }) {
  return (
    <DataTable
      label={`Actions of ${goal.title}`}
      noun="actions"
      density="cosy"
      columns={columnsOf(goal.goalUuid)}
      rows={goal.actions}
      getId={getId}
      getName={getName}
      total={goal.actions.length}
      page={{ from: 1 }}
    />
  );
}
