import { type AlertKind, alertKinds } from '@patchkeep/contract/alerts';
import { product } from '@patchkeep/contract/product';
import { pageHref } from '@patchkeep/rules/site-address';
import { countText } from '@patchkeep/rules/text/count-text';
import { mailOf, type MailPart, type MailWords } from '../../platform/mail/mail-parts.rules.ts';
import { dayText, nameInMail } from '../../platform/mail/mail-text.rules.ts';
import type { AlertTotals, FindingFacts } from './alerts.tables.ts';
import { isUrgent } from './findings.rules.ts';

/** So many findings of a kind are named; the page of the link has the others. */
const mostNamed = 10;

interface KindText {
  title: string;
  /** What the number counts, of one and of several. */
  unit: readonly [one: string, many: string];
  why: string;
  path: string;
  search: Record<string, string>;
}

const kindTexts: Record<AlertKind, KindText> = {
  exploited: {
    title: 'Exploited vulnerabilities',
    unit: ['exploited vulnerability', 'exploited vulnerabilities'],
    why: 'CISA lists them as exploited: attackers use them now.',
    path: '/vulnerabilities',
    search: { mark: 'exploited' },
  },
  zeroday: {
    title: '0-Day applications',
    unit: ['0-Day application', '0-Day applications'],
    why: 'They have a vulnerability that no version fixes yet.',
    path: '/applications',
    search: { status: 'zeroday' },
  },
  approvers: {
    title: 'New approvers of custom software',
    unit: ['new list of approvers', 'new lists of approvers'],
    why: 'What they sign runs on the hosts of the site. Object now if nobody of you named them.',
    path: '/deployment/custom-create-job',
    search: { tab: 'approvers' },
  },
  failed: {
    title: 'Updates that failed for good',
    unit: ['failed update', 'failed updates'],
    why: 'They are not tried again by themselves.',
    path: '/patching/activity',
    search: { result: 'unsolved' },
  },
  overdue: {
    title: 'Overdue without a decision',
    unit: ['overdue vulnerability without a decision', 'overdue vulnerabilities without a decision'],
    why: 'Nothing is updated before somebody approves or automates it.',
    path: '/vulnerabilities',
    search: { due: 'overdue', decision: 'none' },
  },
  silent: {
    title: 'Hosts not heard of',
    unit: ['dormant host', 'dormant hosts'],
    why: 'What is installed there is not known any more, and they get no updates.',
    path: '/hosts',
    search: { view: 'dormant' },
  },
  feed: {
    title: 'Stale feeds',
    unit: ['stale feed', 'stale feeds'],
    why: 'What became known since is missing in all counts.',
    path: '/configuration',
    search: { tab: 'feeds' },
  },
  signature: {
    title: 'Packages that wait for signatures',
    unit: ['package that waits for signatures', 'packages that wait for signatures'],
    why: 'Hosts get them once somebody has signed.',
    path: '/patching/packages',
    search: { state: 'awaitsPerson' },
  },
  held: {
    title: 'Held packages',
    unit: ['held package', 'held packages'],
    why: 'Hosts get them once the operator has lifted the hold.',
    path: '/patching/packages',
    search: { state: 'held' },
  },
};

/** A page of the console, as a link in a mail. */
export const pageLink = (publicUrl: string, path: string, search: Record<string, string>, siteId: string | null) =>
  `${new URL('/', publicUrl).href}${pageHref(path, search, siteId ?? undefined)}`;

export const choicesLink = (publicUrl: string): string =>
  pageLink(publicUrl, '/configuration', { tab: 'alerts' }, null);

export interface News {
  kind: AlertKind;
  facts: FindingFacts;
  isResolved: boolean;
}

export interface AlertMailGiven {
  longName: string;
  /** Of the site, or of the customer where there is none. */
  placeName: string;
  siteId: string | null;
  checkedAt: Date;
  news: readonly News[];
  totals: AlertTotals;
  /** When the mail before this was handed over, where the answer to it was lost. */
  unansweredAt: Date | null;
  publicUrl: string;
}

const factsText = ({ name, reason }: FindingFacts): string => (name === '' ? reason : `${nameInMail(name)}: ${reason}`);

const named = (all: readonly string[]): string[] =>
  all.length > mostNamed ? [...all.slice(0, mostNamed), `and ${countText(all.length - mostNamed, 'other')}`] : [...all];

const partOf = (kind: AlertKind, own: readonly News[], given: AlertMailGiven): MailPart => {
  const { title, unit, why, path, search } = kindTexts[kind];
  const total = countText(given.totals[kind] ?? 0, ...unit);
  return {
    title: isUrgent(kind) ? `Urgent: ${title}` : title,
    lines: [why],
    items: named(own.map(({ facts }) => factsText(facts))),
    link: { words: `Open ${total} in ${product.name}`, href: pageLink(given.publicUrl, path, search, given.siteId) },
  };
};

const subjectText = (place: string, open: readonly News[], resolvedCount: number): string => {
  const urgentCount = open.filter(({ kind }) => isUrgent(kind)).length;
  const counts = [
    ...(urgentCount > 0 ? [countText(urgentCount, 'urgent alert')] : []),
    ...(open.length > urgentCount
      ? [countText(open.length - urgentCount, urgentCount > 0 ? 'other' : 'new alert')]
      : []),
    ...(resolvedCount > 0 ? [`${resolvedCount} resolved`] : []),
  ];
  return `${place}: ${counts.join(', ')}`;
};

/** What changed at a site, or in the installation: what is new by kind, urgent kinds first, then what is resolved. */
export const alertMail = (given: AlertMailGiven): MailWords => {
  const place = nameInMail(given.placeName);
  const about = given.siteId === null ? `the installation of ${place}` : `the site ${place}`;
  const open = given.news.filter(({ isResolved }) => !isResolved);
  const resolved = given.news.filter(({ isResolved }) => isResolved);
  const kinds = alertKinds.filter((kind) => open.some((each) => each.kind === kind));
  const parts: MailPart[] = [
    { lines: [`Hello ${nameInMail(given.longName)},`] },
    { lines: [`${product.name} has news about ${about}. The numbers are those of ${dayText(given.checkedAt)} UTC.`] },
    ...(given.unansweredAt === null
      ? []
      : [
          {
            lines: [
              `The mail before this one, of ${dayText(given.unansweredAt)} UTC, may be missing: the mail server's answer was lost. The pages of ${product.name} show all that is open.`,
            ],
          },
        ]),
    ...kinds.map((kind) =>
      partOf(
        kind,
        open.filter((each) => each.kind === kind),
        given,
      ),
    ),
    ...(resolved.length === 0
      ? []
      : [
          {
            title: 'Resolved',
            lines: ['These were told before and are not found any more.'],
            items: named(
              resolved.map(
                ({ kind, facts }) =>
                  `${kindTexts[kind].title}${facts.name === '' ? '' : `: ${nameInMail(facts.name)}`}`,
              ),
            ),
          },
        ]),
    {
      lines: [`You get this mail because you chose alerts about ${about}. Each finding is told once.`],
      link: { words: 'Change which mails you get', href: choicesLink(given.publicUrl) },
    },
  ];
  return mailOf(subjectText(place, open, resolved.length), parts);
};

export const testMailWords = (longName: string, publicUrl: string): MailWords =>
  mailOf(`Test mail of ${product.name}`, [
    { lines: [`Hello ${nameInMail(longName)},`] },
    {
      lines: [
        `mails of ${product.name} reach you. You asked for this mail on the page that chooses which ones you get.`,
      ],
    },
    { lines: [], link: { words: 'Open that page', href: choicesLink(publicUrl) } },
  ]);
