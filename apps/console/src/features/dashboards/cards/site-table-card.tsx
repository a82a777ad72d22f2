import { pageHref } from '@patchkeep/rules/site-address';
import { StatusBadge } from '../../../domain/product-badges.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { formatCount, formatNumber, formatPercent } from '../../../ui/format.ts';
import type { CardProps } from '../card-look.ts';
import { titleOf } from '../card-titles.ts';
import { statusSeries } from '../status-series.ts';
import { MaybeLink } from './maybe-link.tsx';

type Site = CardProps<'site-table'>['data']['sites'][number];

/** Nothing is known of a site without hosts, so nothing is called fine there. */
const shareCell = ({ hosts, hostsAtRisk }: Site) => {
  const share = hosts === 0 ? 0 : hostsAtRisk / hosts;
  return { value: share, shown: hosts === 0 ? '–' : formatPercent(share) };
};

/** Every site with its hosts and problems: the one with the largest share of hosts at risk first. */
export function SiteTableCard({ card, data: { sites }, look, actions }: CardProps<'site-table'>) {
  const { onOpenSite } = look;
  /** A number that leads to its list in its own site, where the dashboard leads to sites at all. */
  const numberCell = (value: number, href: string) => ({
    value,
    shown: (
      <MaybeLink href={onOpenSite && value > 0 ? href : undefined} look={look}>
        {formatNumber(value)}
      </MaybeLink>
    ),
  });
  return (
    <ChartFrame
      title={titleOf(card)}
      lead={formatCount(sites.length, 'site')}
      fileName="sites"
      actions={actions}
      isBare={look.isBare}
      table={{
        head: ['Site', 'Worst', 'Hosts', 'At risk', 'Share', 'Exploited', '0-Day', 'Insecure', 'EoL', 'Ok'],
        rows: sites.map((site) => {
          const to = (path: string, search: Record<string, string> = {}) =>
            pageHref(path, search, site.siteAccountUuid);
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
            numberCell(site.hosts, to('/hosts')),
            { value: site.hostsAtRisk, shown: formatNumber(site.hostsAtRisk) },
            shareCell(site),
            numberCell(site.exploited, to('/applications', { mark: 'exploited' })),
            numberCell(site.zeroDay, to('/applications', { status: 'zeroday' })),
            numberCell(site.insecure, to('/applications', { status: 'insecure' })),
            numberCell(site.eol, to('/applications', { status: 'eol' })),
            numberCell(site.ok, to('/applications', { status: 'ok' })),
          ];
        }),
      }}
    />
  );
}
