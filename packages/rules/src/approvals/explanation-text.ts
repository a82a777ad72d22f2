import type { HostState } from '@patchkeep/contract/hosts';
import { isByClass } from './facts.ts';
import type { DecidingLevel, Decision, Loser, LostTo } from './resolve.ts';

/** What a scope is called. */
export type NameOf = (level: DecidingLevel, scopeId: string) => string;

/** A scope in the middle of a sentence: "the tag Kiosk"; a host has one site and one system, so they need no name. */
export const scopeText = ({ level, scopeId }: Pick<Decision, 'level' | 'scopeId'>, nameOf: NameOf): string => {
  if (level === 'host') return 'an administrator';
  return level === 'group' || level === 'tag' ? `the ${level} ${nameOf(level, scopeId)}` : `the ${level}`;
};

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** In universal time: who reads it may be anywhere. */
export const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const days = (count: number): string => (count === 1 ? 'a day' : `${count} days`);

const isOfWindows = ({ subject }: Pick<Decision, 'subject'>): boolean => /^(kb|class):/.test(subject);

/** What a decision says: the verb phrase after the scope's name. `name` is the application or the update. */
export const saying = (decision: Decision, name: string): string => {
  const { mode, version, delayDays, level, decidedAt } = decision;
  const subject = isByClass(decision) ? decision.subject.slice('class:'.length) : name;
  const here = level === 'host' ? ' on this host' : '';
  const ripe = delayDays > 0 ? ` once it is ${days(delayDays)} old` : '';
  if (mode === 'blocked') return `blocks ${isOfWindows(decision) ? '' : 'updates of '}${subject}${here}`;
  if (mode === 'inherit') return `has no default for ${subject}`;
  if (mode === 'auto')
    return isOfWindows(decision) ? `automates ${subject}${ripe}${here}` : `follows the newest version${ripe}`;
  if (isByClass(decision) && decidedAt !== null) return `approves ${subject} released until ${dayOf(decidedAt)}`;
  return `approves ${version ?? subject}${here}`;
};

const losses: Record<LostTo, (by: string, winner: Decision, name: string) => string> = {
  ownUpdate: (_by, winner, name) => `but about ${name} itself it ${saying(winner, name)}`,
  nearerGroup: (by) => `but ${by} is nearer to the host`,
  stricter: (by, winner, name) => `but ${by} is stricter: it ${saying(winner, name)}`,
  lowerVersion: (by, winner) => `but ${by} approves the lower version ${winner.version}`,
  longerDelay: (by) => `but ${by} waits longer`,
  same: (by) => `as ${by} does`,
  nearerLevel: (by, winner) =>
    winner.level === 'host' ? 'but an administrator decided for this very host' : `but ${by} is nearer to the host`,
};

/** What a losing scope says, and why that does not count. */
export const lossText = ({ decision, lostTo, beatenBy }: Loser, name: string, nameOf: NameOf): string => {
  const said = `${capitalised(scopeText(decision, nameOf))} ${saying(decision, name)}`;
  return `${said}, ${losses[lostTo](scopeText(beatenBy, nameOf), beatenBy, name)}.`;
};

/** When a host that will be updated will be: "at its next check-in". */
export const whenText = (state: HostState | undefined): string => {
  if (state === 'dormant') return 'when it comes back';
  if (state === 'disabled') return 'when it is enabled again';
  if (state === 'quarantined') return 'when it leaves quarantine';
  if (state === 'trash') return 'when it is restored';
  return state === 'pending' ? 'when it is accepted' : 'at its next check-in';
};

export const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
