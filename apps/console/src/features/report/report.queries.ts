import { reports } from '@patchkeep/contract/reports';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import type { ReportSearch } from './report-search.ts';

export const reportQuery = ({ scope, from, until }: ReportSearch) =>
  queryOptions({
    queryKey: ['report', scope, from, until],
    queryFn: ({ signal }) =>
      call(reports.read, { query: { scope, from, until } }, { operation: { verb: 'fetch', thing: 'report' }, signal }),
    meta: { isShownInPlace: true },
  });
