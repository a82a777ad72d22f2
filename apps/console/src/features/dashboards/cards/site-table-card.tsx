import { trendDays } from '@patchkeep/contract/dashboard-data';
import Columns2 from 'lucide-react/icons/columns-2';
import { useState } from 'react';
import { StatusBadge } from '../../../domain/product-badges.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { formatCount, formatNumber } from '../../../ui/format.ts';
import type { CardProps } from '../card-look.ts';
import { titleOf } from '../card-titles.ts';
import { statusSeries } from '../status-series.ts';
import { atRiskCell, numberCell, trendCell } from './site-cells.tsx';
import { listSites, siteColumns, sortAfter, worstFirst } from './site-list.ts';

type Site = CardProps<'site-table'>['data']['sites'][number];

const rowsDrawn = 50;

const leadOf = (sites: readonly Site[], found: number): string => {
  const count =
    found === sites.length
      ? formatCount(found, 'site')
      : `${formatNumber(found)} of ${formatCount(sites.length, 'site')}`;
  return `${count}. At risk: hosts with something Insecure or 0-Day. 30 days: their share of all hosts ${trendDays} days ago and now.`;
};

/** Every site with its hosts, problems, trend and own decisions: the largest share of hosts at risk first. */
export function SiteTableCard({ card, data: { sites }, look, actions }: CardProps<'site-table'>) {
  const { onOpenSite } = look;
  const [words, setWords] = useState('');
  const [sort, setSort] = useState(worstFirst);
  const found = listSites(sites, words, sort);
  const [first, second] = found.length > 1 ? found : sites;
  const hasDecisions = sites.some(({ differing }) => differing !== null);
  return (
    <ChartFrame
      title={titleOf(card)}
      lead={leadOf(sites, found.length)}
      fileName="sites"
      actions={
        <>
          {first && second && (
            <>
              <SearchField label="Find a site" value={words} onChange={setWords} />
              {look.compareHref && (
                <LinkButton
                  size="small"
                  icon={Columns2}
                  href={look.compareHref(first.siteAccountUuid, second.siteAccountUuid)}
                >
                  Compare two sites
                </LinkButton>
              )}
            </>
          )}
          {actions}
        </>
      }
      isBare={look.isBare}
      table={{
        head: siteColumns.filter((column) => column !== 'Differs' || hasDecisions),
        most: rowsDrawn,
        ...(!look.isBare && { sorting: { sort, onSort: (head) => setSort(sortAfter(sort, head)) } }),
        rows: found.map((site) => {
          const worst = statusSeries.find(({ status }) => status === site.status)?.label ?? 'Ok';
          return [
            {
              value: site.siteName,
              shown: onOpenSite ? (
                <Button variant="quiet" size="small" onPress={() => onOpenSite(site.siteAccountUuid)}>
                  {site.siteName}
                </Button>
              ) : (
                site.siteName
              ),
            },
            site.hosts === 0
              ? { value: 'No hosts' }
              : { value: worst, shown: <StatusBadge status={worst as 'Ok' | 'EoL' | 'Insecure' | '0-Day'} /> },
            numberCell(site, 'hosts', look),
            atRiskCell(site),
            trendCell(site),
            ...(hasDecisions ? [numberCell(site, 'differing', look)] : []),
            numberCell(site, 'exploited', look),
            numberCell(site, 'zeroDay', look),
            numberCell(site, 'insecure', look),
            numberCell(site, 'eol', look),
          ];
        }),
      }}
    />
  );
}
