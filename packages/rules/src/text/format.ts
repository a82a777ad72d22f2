/* Pure over Intl, so the server's reports and the tests can use them too. Formatters are slow to build: keep them. */
import { constants } from '@patchkeep/contract/constants';

const defaultLocale = 'en-US';
const cache = new Map<string, unknown>();

function kept<T>(key: string, build: () => T): T {
  if (!cache.has(key)) cache.set(key, build());
  return cache.get(key) as T;
}

/** Groups with a narrow no-break space, which reads the same to people of every decimal habit. */
export function formatNumber(value: number, locale = defaultLocale): string {
  const format = kept(`n ${locale}`, () => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }));
  if (locale !== defaultLocale) return format.format(value);
  return format
    .formatToParts(value)
    .map((part) => (part.type === 'group' ? '\u202f' : part.value))
    .join('');
}

/** Takes a share of one: 0.614 reads 61.4%. */
export function formatPercent(share: number, locale = defaultLocale): string {
  return kept(
    `p ${locale}`,
    () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: constants.percentDecimals }),
  ).format(share);
}

const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const;

/** "2 min ago", "in 3 hr", "now": short, because it stands in table cells; months and years in full. */
export function formatRelative(at: Date, now: Date, locale = defaultLocale): string {
  const formatIn = (style: 'short' | 'long') =>
    kept(`r ${locale} ${style}`, () => new Intl.RelativeTimeFormat(locale, { style, numeric: 'auto' }));
  const format = formatIn('short');
  let amount = (at.getTime() - now.getTime()) / 1000;
  // Clocks of hosts and browsers differ by moments; nobody is helped by "3 sec ago". The clock of a page goes in steps
  // of 15 seconds, so what has just happened can lie that far ahead of it.
  if (amount > -10 && amount < 15) return format.format(0, 'second');
  for (const [unit, size] of steps) {
    // English shortens with a dot ("min."), which reads like the end of a sentence in a cell.
    if (Math.abs(amount) < size)
      return formatIn(unit === 'month' || unit === 'year' ? 'long' : 'short')
        .format(Math.trunc(amount), unit)
        .replace('.', '');
    amount /= size;
  }
  return formatIn('long').format(Math.trunc(amount), 'year');
}

/** Date, time and the zone they are told in: "2026-11-15 14:02:11 GMT+1". */
export function formatAbsolute(at: Date, timeZone: string, locale = defaultLocale): string {
  const parts = kept(
    `a ${locale} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        timeZone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
        timeZoneName: 'short',
      }),
  ).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')} ${part('timeZoneName')}`;
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** "118 GB": three digits are enough to see whether a disk is full. */
export function formatBytes(bytes: number): string {
  const step = Math.min(byteUnits.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Number((bytes / 1024 ** step).toPrecision(3))} ${byteUnits[step]}`;
}

/** "1 host", "1 284 hosts". English only for now; the plural is given because not every word takes an s. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)}\u00a0${count === 1 ? one : many}`;
}

export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
