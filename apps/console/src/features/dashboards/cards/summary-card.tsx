import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { type CardProps, newTab } from '../card-look.ts';
import { titleOf } from '../card-titles.ts';
import type { SummaryCount } from '../chart-links.ts';
import s from '../dashboards.module.css';

const rows: readonly (readonly [SummaryCount, string])[] = [
  ['countOutOfDateApprovals', 'Out-of-Date Approvals'],
  ['countGroups', 'Groups'],
  ['countActiveAgents', 'Active Hosts'],
  ['countAgents', 'Host Licenses In Use'],
  ['countHosts', 'Hosts counted'],
  ['countChannelTags', 'Products'],
  ['countChannelTagVersions', 'Versions'],
  ['countTotal', 'Installations'],
  ['countZeroDay', '0-Day'],
  ['countInsecureNotZeroDay', 'Insecure'],
  ['countEoLNotZeroDayNotInsecure', 'EoL'],
  ['countOkNotZeroDayNotEoL', 'Ok'],
];

/** The numbers of the site, each leading to the list it was counted from. */
export function SummaryCard({ card, data: { counts }, look, actions }: CardProps<'summary-table'>) {
  const shown = rows.flatMap(([count, label]) => {
    const value = counts[count];
    return value === null ? [] : [{ count, label, value, href: look.links.summary(count) }];
  });
  return (
    <ChartFrame
      title={titleOf(card)}
      fileName="summary"
      actions={actions}
      isBare={look.isBare}
      table={{
        head: ['What', 'Number'],
        rows: shown.map(({ label, value }) => [{ value: label }, { value, shown: formatNumber(value) }]),
      }}
    >
      <ul className={s['tiles']}>
        {shown.map(({ count, label, value, href }) => {
          const text = (
            <>
              <span className={s['tileWord']}>{label}</span>{' '}
              <span className={s['tileNumber']}>{formatNumber(value)}</span>
            </>
          );
          return (
            <li key={count} className={s['tile']}>
              {href === undefined ? (
                <span>{text}</span>
              ) : (
                <a href={href} {...newTab(look)}>
                  {text}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </ChartFrame>
  );
}
