import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { Button, LinkButton } from '../../ui/button.tsx';
import { AddCardDialog } from './add-card-dialog.tsx';
import { AsOf } from './as-of.tsx';
import { DashboardMenu } from './dashboard-menu.tsx';
import { dashboardListQuery } from './dashboards.queries.ts';
import { PeriodChoice } from './period-choice.tsx';
import { SaveBar } from './save-bar.tsx';
import { dashboardHref, type Scope } from './scope.ts';
import type { Arranging } from './use-arranging.ts';

export interface DashboardToolbarProps {
  scope: Scope;
  /** What the address names: which dashboard, by which period, of which day. */
  place: { dashboardUuid: string; period: string | undefined; asOf: string | undefined };
  arranging: Arranging;
  /** The moment the numbers are of; none in the past, of which the page speaks above. */
  at: string | undefined;
  isPrint: boolean;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  /** Shows the first steps of the site; absent for those who have none. */
  onFirstSteps: (() => void) | undefined;
}

export function DashboardToolbar(props: DashboardToolbarProps) {
  const { scope, place, arranging, at, isPrint, isEditing, onEdit, onFirstSteps } = props;
  const { dashboardUuid, asOf } = place;
  const isPast = asOf !== undefined;
  const [isAdding, setAdding] = useState(false);
  const list = useQuery(dashboardListQuery(scope)).data ?? [];
  const dashboard = list.find((each) => each.dashboardUuid === dashboardUuid);
  if (isPrint)
    return (
      <>
        <span className="muted">As it will be printed</span>
        <div className="at-end">
          <LinkButton href={dashboardHref(scope, place)}>Back</LinkButton>
          <Button variant="primary" icon={Printer} onPress={() => window.print()}>
            Print or save as PDF
          </Button>
        </div>
      </>
    );
  return (
    <>
      {dashboard && (
        <DashboardMenu
          scope={scope}
          list={list}
          dashboard={dashboard}
          config={arranging.config}
          onFirstSteps={onFirstSteps}
        />
      )}
      <PeriodChoice arranging={arranging} />
      {at && (
        <span className="muted">
          <AsOf at={at} />
          {dashboard?.isPersonal && ' · your own layout'}
        </span>
      )}
      <div className="at-end">
        {isEditing && !isPast && (
          <Button icon={Plus} onPress={() => setAdding(true)}>
            Add a card
          </Button>
        )}
        {dashboard && !isPast && (isEditing || arranging.isDirty) && (
          <SaveBar scope={scope} dashboard={dashboard} arranging={arranging} onDone={() => onEdit(false)} />
        )}
        {!isEditing && !isPast && (
          <Button icon={Pencil} onPress={() => onEdit(true)}>
            Edit layout
          </Button>
        )}
        {(isPast || (!isEditing && !arranging.isDirty)) && (
          <LinkButton icon={Printer} href={dashboardHref(scope, { ...place, mode: 'print' })}>
            Print
          </LinkButton>
        )}
      </div>
      {isAdding && <AddCardDialog charts={scope.charts} arranging={arranging} onClose={() => setAdding(false)} />}
    </>
  );
}
