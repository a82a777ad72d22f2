import { constants } from '@patchkeep/contract/constants';
import type { DashboardConfig } from '@patchkeep/contract/dashboard-config';
import { dashboardTokens, systemSites } from '@patchkeep/contract/dashboards';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import { quietly } from '../../lib/quietly.ts';
import { dataRequestOf } from './layout.ts';
import type { Scope } from './scope.ts';

const operation = { verb: 'fetch', thing: 'dashboard data' } as const;

/** Asked for again after a count, and after a decision: rows of What to do first offer what is not decided yet. */
const counted = { alsoOf: ['counts', 'approvals'] } as const;

export const refreshAfter = (data: { refreshMs: number } | undefined) =>
  data?.refreshMs ?? constants.dashboardRefreshMs;

export const dashboardListQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['dashboard', scope.id, 'list'],
    queryFn: ({ signal }) => call(scope.calls.list, {}, { signal, operation }),
    select: (answer) => answer.list,
  });

/** `asOf`: the numbers of a day of the past, which move no more. */
export const dashboardQuery = (scope: Scope, id: string, asOf?: string) =>
  queryOptions({
    queryKey: ['dashboard', scope.id, 'data', id, asOf],
    queryFn: (context) =>
      quietly(context, (isPeriodic) =>
        call(
          scope.calls.data,
          { params: { id }, query: { periodic: isPeriodic ? 'true' : 'false', ...(asOf !== undefined && { asOf }) } },
          { signal: context.signal, operation },
        ),
      ),
    refetchInterval: ({ state }) => asOf === undefined && refreshAfter(state.data?.data),
    meta: { ...counted, isMissingShown: true },
  });

/** The numbers of a config that nobody has saved. */
export const instantQuery = (scope: Scope, config: DashboardConfig, asOf?: string) =>
  queryOptions({
    queryKey: ['dashboard', scope.id, 'instant', dataRequestOf(config), asOf],
    queryFn: (context) =>
      quietly(context, () =>
        call(
          scope.calls.instant,
          { body: { config: dataRequestOf(config), ...(asOf !== undefined && { asOf }) } },
          { signal: context.signal, operation },
        ),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => asOf === undefined && refreshAfter(state.data),
    meta: counted,
  });

/** Two sites side by side. */
export const comparisonQuery = (left: string, right: string) =>
  queryOptions({
    queryKey: ['dashboard', 'system', 'compare', left, right],
    queryFn: ({ signal }) => call(systemSites.compare, { query: { left, right } }, { signal, operation }),
    placeholderData: keepPreviousData,
    meta: { isMissingShown: true, ...counted },
  });

export const dashboardTokensQuery = queryOptions({
  queryKey: ['dashboardToken'],
  queryFn: ({ signal }) => call(dashboardTokens.list, {}, { signal, operation }),
  select: (answer) => answer.dashboardTokens,
});
