import type { AlertChoice } from '@patchkeep/contract/alerts';
import { BareCheckbox } from '../../../ui/form/checkbox.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { wordColumn } from '../../../ui/table/plain-columns.ts';
import { outcomeText } from './mail-text.ts';

export type Wanted = Pick<AlertChoice, 'hasAlerts' | 'hasReport'>;

/** A site, or the row about the installation and all sites together, which has no id. */
export interface ChoiceRow extends AlertChoice {
  siteUuid: string | null;
  name: string;
}

const yesNo = (isOn: boolean): string => (isOn ? 'Yes' : 'No');

export const choiceColumns = (onChoose: (row: ChoiceRow, wanted: Wanted) => void): readonly Column<ChoiceRow>[] => [
  wordColumn('name', 'About', 168, ({ name }) => name, { isRowHeader: true }),
  {
    id: 'hasAlerts',
    header: 'Alerts',
    width: 72,
    cell: (row) => (
      <BareCheckbox
        label={`Alerts about ${row.name}`}
        isSelected={row.hasAlerts}
        onChange={(hasAlerts) => onChoose(row, { hasAlerts, hasReport: row.hasReport })}
      />
    ),
    text: ({ hasAlerts }) => yesNo(hasAlerts),
  },
  {
    id: 'hasReport',
    header: 'Monthly report',
    width: 118,
    cell: (row) => (
      <BareCheckbox
        label={`Monthly report of ${row.name}`}
        isSelected={row.hasReport}
        onChange={(hasReport) => onChoose(row, { hasAlerts: row.hasAlerts, hasReport })}
      />
    ),
    text: ({ hasReport }) => yesNo(hasReport),
  },
  {
    id: 'lastMail',
    header: 'Last mail',
    width: 240,
    cell: ({ lastMail }) =>
      lastMail ? (
        <>
          {outcomeText[lastMail.outcome]}, <RelativeTime at={lastMail.at} />
        </>
      ) : (
        <span className="muted">None yet</span>
      ),
    text: ({ lastMail }) => lastMail?.at ?? null,
  },
];
