import { trendDays } from '@patchkeep/contract/dashboard-data';
import { guestOverview } from '@patchkeep/contract/guest-overview';
import { unableTo } from '@patchkeep/contract/operations';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StatusBadge } from '../../../domain/product-badges.tsx';
import { call } from '../../../lib/client.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { formatCount, formatPercent } from '../../../ui/format.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Look } from '../card-look.ts';
import { atRiskCell, numberCell, trendCell } from '../cards/site-cells.tsx';
import { sortAfter, worstFirst } from '../cards/site-list.ts';
import { statusSeries } from '../status-series.ts';
import { type CustomerRow, type CustomerView, customerColumns, listCustomers } from './customer-list.ts';

const operation = { verb: 'fetch', thing: 'dashboard data' } as const;
const rowsDrawn = 50;

/** No hint of this customer tells of what happens at another, so it is asked for again whenever the page is opened. */
const overviewQuery = queryOptions({
  queryKey: ['account', 'customers', 'overview'],
  queryFn: ({ signal }) => call(guestOverview.read, {}, { signal, operation }),
  staleTime: 0,
});

/** Numbers of other customers lead nowhere before somebody has entered. */
const look: Look = { of: 'system', isPrint: false, isNewTab: false, isBare: false };

const leadOf = (rows: readonly CustomerRow[], view: CustomerView): string => {
  const [hosts, atRisk] = rows.reduce(
    ([all, risky], { numbers }) => [all + numbers.hosts, risky + numbers.hostsAtRisk],
    [0, 0],
  );
  const count = formatCount(rows.length, view === 'customers' ? 'customer' : 'site');
  const share = hosts > 0 ? `, ${formatPercent(atRisk / hosts)} of ${formatCount(hosts, 'host')} at risk` : '';
  return `${count}${share}. At risk: hosts with something Insecure or 0-Day. 30 days: their share of all hosts ${trendDays} days ago and now.`;
};

const statusCell = ({ numbers }: CustomerRow) => {
  if (numbers.hosts === 0) return { value: 'No hosts' };
  const worst = statusSeries.find(({ status }) => status === numbers.status)?.label ?? 'Ok';
  return { value: worst, shown: <StatusBadge status={worst as 'Ok' | 'EoL' | 'Insecure' | '0-Day'} /> };
};

interface CustomersOverviewProps {
  /** Goes to a customer, or to one of its sites. */
  onEnter: (customerUuid: string, siteAccountUuid: string | undefined) => void;
}

/** All customers of a service provider, or all of their sites: the largest share of hosts at risk first. */
export function CustomersOverview({ onEnter }: CustomersOverviewProps) {
  const query = useQuery(overviewQuery);
  const [view, setView] = useState<CustomerView>('customers');
  const [words, setWords] = useState('');
  const [sort, setSort] = useState(worstFirst);
  if (query.isError)
    return (
      <Banner tone="danger" action={{ label: 'Try again', onPress: () => void query.refetch() }}>
        {unableTo(operation)}
      </Banner>
    );
  if (!query.data) return <Spinner isBlock />;
  const { customers, isShown } = query.data;
  if (!isShown)
    return (
      <Banner tone="info" word="Numbers">
        The numbers of your customers are shown once you sign in with a second factor of your account here.
      </Banner>
    );
  if (customers.length === 0) return null;
  const rows = listCustomers(customers, view, words, sort);
  const other = view === 'customers' ? 'sites' : 'customers';
  return (
    <ChartFrame
      title={view === 'customers' ? 'Customers by risk' : 'Sites of all customers by risk'}
      lead={leadOf(rows, view)}
      fileName={view}
      actions={
        <>
          <SearchField
            label={view === 'customers' ? 'Find a customer' : 'Find a site or customer'}
            value={words}
            onChange={setWords}
          />
          <Button
            size="small"
            onPress={() => {
              setView(other);
              setSort(worstFirst);
            }}
          >
            {`Show ${other}`}
          </Button>
        </>
      }
      table={{
        head: customerColumns[view],
        most: rowsDrawn,
        sorting: {
          sort,
          onSort: (head) =>
            setSort(
              head === 'Customer' && sort.column !== head
                ? { column: head, direction: 'ascending' }
                : sortAfter(sort, head),
            ),
        },
        rows: rows.map((row) => [
          {
            value: row.numbers.siteName,
            shown: (
              <Button
                variant="quiet"
                size="small"
                onPress={() => onEnter(row.customerUuid, row.siteAccountUuid ?? undefined)}
              >
                {row.numbers.siteName}
              </Button>
            ),
          },
          { value: view === 'customers' ? row.siteCount : row.customerName },
          statusCell(row),
          numberCell(row.numbers, 'hosts', look),
          atRiskCell(row.numbers),
          trendCell(row.numbers),
          numberCell(row.numbers, 'exploited', look),
          numberCell(row.numbers, 'zeroDay', look),
          numberCell(row.numbers, 'insecure', look),
          numberCell(row.numbers, 'eol', look),
        ]),
      }}
    />
  );
}
