import { type DashboardConfig, defaultDashboardUuid, periodUnits } from '@patchkeep/contract/dashboard-config';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useState } from 'react';
import { deferred } from '../../lib/deferred.tsx';
import { asFailure } from '../../lib/failure.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CardGrid } from './card-grid.tsx';
import type { Look } from './card-look.ts';
import { dashboardQuery, instantQuery } from './dashboards.queries.ts';
import { useFirstSteps } from './first-steps/use-first-steps.ts';
import { dataRequestOf } from './layout.ts';
import { dashboardHref, type Scope } from './scope.ts';
import { type PeriodInAddress, useArranging } from './use-arranging.ts';
import { usePrinting } from './use-printing.ts';
import s from './dashboards.module.css';

const Toolbar = deferred(() => import('./dashboard-toolbar.tsx').then(({ DashboardToolbar: component }) => component));
const NeedsYou = deferred(() => import('./needs-you.tsx').then(({ NeedsYou: component }) => component));
const FirstStepsCard = deferred(() =>
  import('./first-steps/first-steps-card.tsx').then(({ FirstStepsCard: component }) => component),
);

export interface DashboardScreenProps {
  scope: Scope;
  /** The all-zero id where none is asked for. */
  dashboardUuid?: string | undefined;
  /** The unit of all charts over time that the address names. */
  period: string | undefined;
  onPeriod: PeriodInAddress['onPeriod'];
  /** The day of the past that is shown; none for now. */
  asOf: string | undefined;
  /** Drawn for paper, to be looked at before it is printed. */
  isPrint: boolean;
  /** Goes to a site of the system dashboard. */
  onOpenSite?: (siteAccountUuid: string) => void;
  /** Stands above the cards, not on paper. */
  above?: ReactNode;
}

/** Kept free until the line is there, so that the cards below it do not move. */
const roomOfNeeds = <div className={s['needs']} aria-hidden />;
/** The line tells what this card knows. */
const hasWork = ({ cards }: DashboardConfig): boolean => cards.some(({ chart }) => chart === 'do-first');

const notBuiltIn = (id: string) => id !== defaultDashboardUuid;

/** A dashboard: what needs somebody, then its cards. */
export function DashboardScreen({
  scope,
  dashboardUuid = defaultDashboardUuid,
  period: named,
  onPeriod,
  asOf,
  isPrint,
  onOpenSite,
  above,
}: DashboardScreenProps) {
  const saved = useQuery(dashboardQuery(scope, dashboardUuid, asOf));
  const period = periodUnits.find((unit) => unit === named);
  const isPast = asOf !== undefined;
  const [isEditing, setEditing] = useState(false);
  const isPrinting = usePrinting();
  const savedConfig = saved.data?.config ?? scope.builtIn;
  const arranging = useArranging(savedConfig, { period, onPeriod });
  const { config } = arranging;
  const isInstant = JSON.stringify(dataRequestOf(config)) !== JSON.stringify(dataRequestOf(savedConfig));
  const instant = useQuery({ ...instantQuery(scope, config, asOf), enabled: isInstant });
  const data = (isInstant ? instant.data : undefined) ?? saved.data?.data;
  const isPaper = isPrint || isPrinting;
  const firstSteps = useFirstSteps(scope.id === 'site');
  const steps = isPaper || isPast ? undefined : firstSteps.shown;
  const isChecklistAlone = steps?.isSiteEmpty === true && !steps.isFolded && !isEditing;
  const compareHref = (left: string, right: string) =>
    dashboardHref(scope, { ...(notBuiltIn(dashboardUuid) && { dashboardUuid }), left, right });
  const look: Look = {
    of: scope.id,
    isPrint: isPaper,
    isNewTab: isPaper,
    isBare: isPaper,
    // The pages of sites show now.
    ...(isPast ? { asOf } : { onOpenSite, compareHref }),
  };
  return (
    <>
      <h1 tabIndex={-1} className={s['spoken']}>
        {pages[scope.path].title}
      </h1>
      {saved.isError && !saved.data ? (
        <Unavailable
          href={dashboardHref(scope)}
          isGone={asFailure(saved.error).type === 404 && notBuiltIn(dashboardUuid)}
          onRetry={() => void saved.refetch()}
        />
      ) : (
        <>
          <div className={s['toolbar']}>
            <Toolbar
              scope={scope}
              arranging={arranging}
              at={isPast ? undefined : data?.at}
              place={{ dashboardUuid: saved.data?.dashboardUuid ?? dashboardUuid, period, asOf }}
              isPrint={isPrint}
              isEditing={isEditing}
              onEdit={setEditing}
              onFirstSteps={firstSteps.show}
            />
          </div>
          <output className="visually-hidden">{arranging.said}</output>
          {steps && <FirstStepsCard {...steps} />}
          {!isChecklistAlone && (
            <>
              {!isPaper &&
                !isPast &&
                hasWork(config) &&
                (data ? <NeedsYou placeholder={roomOfNeeds} cards={data.cards} look={look} /> : roomOfNeeds)}
              {!isPaper && !isPast && above}
              <CardGrid
                config={config}
                cards={data?.cards ?? []}
                isWaiting={!data || (isInstant && instant.isPlaceholderData)}
                look={look}
                arranging={isEditing && !isPaper && !isPast ? arranging : undefined}
              />
            </>
          )}
        </>
      )}
    </>
  );
}

function Unavailable({ href, isGone, onRetry }: { href: string; isGone: boolean; onRetry: () => void }) {
  if (isGone)
    return (
      <EmptyState title="This dashboard is gone" action={<LinkButton href={href}>Open the default one</LinkButton>}>
        Somebody has deleted it.
      </EmptyState>
    );
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title="The dashboard could not be loaded"
        action={<Button onPress={onRetry}>Try again</Button>}
      />
    </div>
  );
}
