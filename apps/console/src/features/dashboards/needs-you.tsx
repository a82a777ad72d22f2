import type { CardData } from '@patchkeep/contract/dashboard-data';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import { siteOfTab } from '../../lib/client.ts';
import { formatCount } from '../../ui/format.ts';
import { type Look, newTab } from './card-look.ts';
import { type ChartLinks, linksOf } from './chart-links.ts';
import s from './dashboards.module.css';

const cardOf = <Chart extends CardData['chart']>(cards: readonly CardData[], chart: Chart) =>
  cards.find((card): card is Extract<CardData, { chart: Chart }> => card.chart === chart);

/** What waits for somebody, worst first, from the numbers that the cards show. */
const waitingIn = (cards: readonly CardData[], links: ChartLinks) => {
  const first = cardOf(cards, 'do-first');
  const pressing = first?.totals;
  const outOfDate = cardOf(cards, 'summary-table')?.counts.countOutOfDateApprovals ?? 0;
  const silent = cardOf(cards, 'silent-hosts')?.total ?? 0;
  return [
    {
      count: pressing?.exploited ?? 0,
      forms: ['application is exploited and has a fix', 'applications are exploited and have a fix'],
      href: links.pressing('exploited'),
    },
    { count: pressing?.blocked ?? 0, forms: ['fix is blocked', 'fixes are blocked'], href: links.pressing('blocked') },
    { count: first?.failedUpdates ?? 0, forms: ['update failed', 'updates failed'], href: links.pressing('failed') },
    {
      count: first?.undecided ?? 0,
      forms: ['application at risk has no decision', 'applications at risk have no decision'],
      href: links.undecided(),
    },
    {
      count: outOfDate,
      forms: ['approval is out of date', 'approvals are out of date'],
      href: links.summary('countOutOfDateApprovals'),
    },
    { count: silent, forms: ['host went silent', 'hosts went silent'], href: links.dormantHosts() },
  ].filter(({ count }) => count > 0);
};

/** The first line of a dashboard is always work. Without the cards that know of any there is no line. */
export function NeedsYou({ cards, look }: { cards: readonly CardData[]; look: Look }) {
  if (!cardOf(cards, 'do-first')) return null;
  const waiting = waitingIn(cards, linksOf(look.of, siteOfTab()));
  return (
    <section className={s['needs']} aria-label="Needs you today">
      {waiting.length === 0 ? <CircleCheck size={20} aria-hidden /> : <CircleAlert size={20} aria-hidden />}
      <h2>Needs you today</h2>
      {waiting.length === 0 ? (
        <p>Nothing: no exploited software waits for its fix, nothing failed, every host reports.</p>
      ) : (
        <ul>
          {waiting.map(({ count, forms: [one = '', many = ''], href }) => (
            <li key={one}>
              {href === undefined ? (
                formatCount(count, one, many)
              ) : (
                <a href={href} {...newTab(look)}>
                  {formatCount(count, one, many)}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
