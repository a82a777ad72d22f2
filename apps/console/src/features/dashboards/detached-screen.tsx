import { builtInConfig } from '@patchkeep/contract/dashboard-config';
import { detached } from '@patchkeep/contract/dashboards';
import { useQuery } from '@tanstack/react-query';
import { callDetached } from '../../lib/client.ts';
import { quietly } from '../../lib/quietly.ts';
import { AsOf } from './as-of.tsx';
import { CardGrid } from './card-grid.tsx';
import type { Look } from './card-look.ts';
import { refreshAfter } from './dashboards.queries.ts';
import s from './dashboards.module.css';

const look: Look = { of: 'site', isPrint: false, isNewTab: true, isBare: true };

/** The dashboard of a screen: nothing to press but the numbers, which open the console beside it. */
export function DetachedScreen() {
  const shown = useQuery({
    queryKey: ['detached'],
    queryFn: (context) =>
      quietly(context, (isPeriodic) =>
        callDetached(
          detached.data,
          { query: { periodic: isPeriodic ? 'true' : 'false' } },
          { signal: context.signal, operation: { verb: 'fetch', thing: 'dashboard data' } },
        ),
      ),
    refetchInterval: ({ state }) => refreshAfter(state.data?.data),
  }).data;
  return (
    <>
      {shown && (
        <p className={s['asOf']}>
          <AsOf at={shown.data.at} />
        </p>
      )}
      <CardGrid
        config={shown?.config ?? builtInConfig}
        cards={shown?.data.cards ?? []}
        isWaiting={!shown}
        look={look}
      />
    </>
  );
}
