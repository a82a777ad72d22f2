import type { SiteRow } from '@patchkeep/contract/dashboard-data';
import ArrowDownRight from 'lucide-react/icons/arrow-down-right';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { siteOfTab } from '../../../lib/client.ts';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import type { Look } from '../card-look.ts';
import { MaybeLink } from './maybe-link.tsx';
import { siteHrefs, type SiteNumber } from './site-list.ts';
import { shareAtRisk, trendOf } from './site-trend.ts';
import s from '../dashboards.module.css';

const arrows = { better: ArrowDownRight, worse: ArrowUpRight, same: ArrowRight };

/** How the share of hosts at risk moved, or a dash and why that is not known. */
export const trendCell = (site: SiteRow) => {
  const { kind, text } = trendOf(site);
  const Arrow = kind === 'unknown' ? undefined : arrows[kind];
  const words = kind === 'unknown' ? `– ${text}` : text;
  return {
    value: words,
    shown: (
      <span className={s['trend']} data-kind={kind}>
        {Arrow && <Arrow size={14} aria-hidden />}
        {words}
      </span>
    ),
  };
};

/** Hosts at risk with their share of all. */
export const atRiskCell = (site: SiteRow) => ({
  value: site.hostsAtRisk,
  shown: (
    <span className={s['counted']}>
      {formatNumber(site.hostsAtRisk)}
      <span className={s['beside']}>{shareCell(site).shown}</span>
    </span>
  ),
});

export const shareCell = (site: SiteRow) => {
  const share = shareAtRisk(site);
  return { value: share, shown: share === null ? '–' : formatPercent(share) };
};

/** Those whose number is a part of all applications on the hosts of the site. */
const parts: readonly SiteNumber[] = ['zeroDay', 'insecure', 'eol', 'ok'];

/** A number of a site that leads to its list, where a dashboard leads to sites at all, with its share of all. */
export const numberCell = (site: SiteRow, number: SiteNumber, look: Look) => {
  const value = site[number];
  if (value === null) return { value, shown: '–' };
  const all = site.zeroDay + site.insecure + site.eol + site.ok;
  return {
    value,
    shown: (
      <span className={s['counted']}>
        <MaybeLink
          href={look.onOpenSite && value > 0 ? siteHrefs(site.siteAccountUuid, siteOfTab())[number] : undefined}
          look={look}
        >
          {formatNumber(value)}
        </MaybeLink>
        {parts.includes(number) && all > 0 && <span className={s['beside']}>{formatPercent(value / all)}</span>}
      </span>
    ),
  };
};
