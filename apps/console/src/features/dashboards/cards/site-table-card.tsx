import { StatusBadge } from '../../../domain/product-badges.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { formatCount, formatNumber } from '../../../ui/format.ts';
import type { CardProps } from '../card-look.ts';
import { titleOf } from '../card-titles.ts';
import { statusSeries } from '../status-series.ts';

const numberCell = (value: number) => ({ value, shown: formatNumber(value) });

/** Every site with its hosts and problems, the worst first. */
export function SiteTableCard({ card, data: { sites }, look, actions }: CardProps<'site-table'>) {
  const { onOpenSite } = look;
  return (
    <ChartFrame
      title={titleOf(card)}
      lead={formatCount(sites.length, 'site')}
      fileName="sites"
      actions={actions}
      isBare={look.isBare}
      table={{
        head: ['Site', 'Worst', 'Hosts', 'At risk', 'Exploited', '0-Day', 'Insecure', 'EoL', 'Ok'],
        rows: sites.map((site) => {
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
            // Nothing is known of a site without hosts, so nothing is called fine there.
            site.hosts === 0
              ? { value: 'No hosts' }
              : { value: worst, shown: <StatusBadge status={worst as 'Ok' | 'EoL' | 'Insecure' | '0-Day'} /> },
            numberCell(site.hosts),
            numberCell(site.hostsAtRisk),
            numberCell(site.exploited),
            numberCell(site.zeroDay),
            numberCell(site.insecure),
            numberCell(site.eol),
            numberCell(site.ok),
          ];
        }),
      }}
    />
  );
}
