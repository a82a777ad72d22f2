import { patchTargetDays } from '@patchkeep/contract/dashboard-data';
import type { PriorityLevel } from '@patchkeep/contract/vulnerabilities';
import { countText } from '../text/count-text.ts';
import { dayMs } from '../time-units.ts';
import { severityOf } from './severity.ts';

/** What the priority of a CVE in a site depends on, apart from how many hosts have it. */
export interface CveFacts {
  isExploited: boolean;
  /** Known to be used by ransomware; only ever true of what is exploited. */
  isRansomware: boolean;
  /** The day by which CISA wants it fixed. */
  exploitedDue: string | null;
  /** The day on which the site was first found to have it; null when that is not recorded yet. */
  openedOn: string | null;
  publishedOn: string | null;
  epss: number | null;
  cvss: number | null;
}

/** The same of a vulnerability: a CVE in one application. */
export interface VulnerabilityFacts extends CveFacts {
  /** Hosts on which no ignore rule covers it. */
  hosts: number;
}

/** From this share on, exploitation within 30 days counts as likely. */
export const likelyEpss = 0.1;

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The day by which it should be fixed: CISA's day or the target of its severity, whichever is earlier. */
export const dueOnOf = ({ exploitedDue, openedOn, cvss }: CveFacts): string | null => {
  const target = openedOn === null ? null : dayAfter(openedOn, patchTargetDays[severityOf(cvss)]);
  if (exploitedDue === null || target === null) return exploitedDue ?? target;
  return exploitedDue < target ? exploitedDue : target;
};

/** Whole days past the due day; negative while the day lies ahead, null without one. */
const daysOverdue = (facts: CveFacts, today: string): number | null => {
  const due = dueOnOf(facts);
  return due === null ? null : Math.round((Date.parse(today) - Date.parse(due)) / dayMs);
};

export const isOverdue = (facts: CveFacts, today: string): boolean => (daysOverdue(facts, today) ?? 0) > 0;

const isLikely = ({ epss }: CveFacts): boolean => epss !== null && epss >= likelyEpss;

export const priorityLevelOf = (facts: CveFacts, today: string): PriorityLevel => {
  if (facts.isExploited) return 'act-now';
  if (isOverdue(facts, today) || isLikely(facts)) return 'soon';
  const severity = severityOf(facts.cvss);
  return severity === 'critical' || severity === 'high' ? 'plan' : 'watch';
};

const levelRank: Record<PriorityLevel, number> = { 'act-now': 0, soon: 1, plan: 2, watch: 3 };
/** Sorts after every day. */
const noDay = 1e9;

/** Numbers that compare from the first to the last; the smaller comes first. */
export interface PriorityKeys {
  /** The level, ransomware, overdue. */
  before: readonly number[];
  /** EPSS, CVSS, and the day it was published. */
  after: readonly number[];
}

/**
 * The place of a CVE in the order of work. The number of hosts stands between the two parts, the most first: a CVE has
 * another one in each application, and the rest is worked out once for all of them.
 */
export const priorityKeys = (facts: CveFacts, today: string): PriorityKeys => ({
  before: [levelRank[priorityLevelOf(facts, today)], facts.isRansomware ? 0 : 1, isOverdue(facts, today) ? 0 : 1],
  after: [
    -(facts.epss ?? -1),
    -(facts.cvss ?? -1),
    facts.publishedOn === null ? noDay : Date.parse(facts.publishedOn) / dayMs,
  ],
});

const percentText = (share: number): string => `${Number((share * 100).toFixed(1))}%`;

const severityTexts: Record<ReturnType<typeof severityOf>, string> = {
  critical: 'Critical severity',
  high: 'High severity',
  medium: 'Medium severity',
  low: 'Low severity',
  unscored: 'Not scored yet',
};

const threatText = (facts: CveFacts): string => {
  if (facts.isRansomware) return 'Exploited by ransomware';
  if (facts.isExploited) return 'Exploited';
  if (isLikely(facts)) return `Likely to be exploited (EPSS ${percentText(facts.epss ?? 0)})`;
  return severityTexts[severityOf(facts.cvss)];
};

const dueText = (days: number): string => {
  if (days === 0) return 'due today';
  return days > 0 ? `${countText(days, 'day')} overdue` : `due in ${countText(-days, 'day')}`;
};

/** Why it has its priority, as a sentence: "Exploited by ransomware, 12 hosts, 9 days overdue". */
export const priorityReason = (facts: VulnerabilityFacts, today: string): string => {
  const days = daysOverdue(facts, today);
  return [threatText(facts), countText(facts.hosts, 'host'), ...(days === null ? [] : [dueText(days)])].join(', ');
};
