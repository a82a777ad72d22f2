import { ssoLimits } from '@patchkeep/contract/single-sign-on';
import { dayMs } from '@patchkeep/rules/time-units';
import type { FoundTexts } from './domain-proof.service.ts';
import { recordTextOf } from './domain.rules.ts';
import type { DomainRow } from './sso.tables.ts';

type Proof = 'found' | 'missing' | 'unknown';

/** Does the record say what proves the domain? A DNS server that does not answer says nothing about it. */
export const proofIn = (found: FoundTexts, challenge: string): Proof => {
  if ('texts' in found) return found.texts.includes(recordTextOf(challenge)) ? 'found' : 'missing';
  return found.isNone ? 'missing' : 'unknown';
};

/** Days of missing at which the system administrators are told: at once, a week before the domain lapses, and then. */
const toldAfterDays = [0, ssoLimits.missingDays - 7, ssoLimits.missingDays];

/** When a proven domain whose record is missing stops counting. */
export const lapsesAt = ({ missing_since: since }: Pick<DomainRow, 'missing_since'>): Date | null =>
  since && new Date(since.getTime() + ssoLimits.missingDays * dayMs);

interface Look {
  change: Partial<DomainRow>;
  /** The system administrators are to be told that the record is missing, or that the domain lapsed. */
  tell?: 'missing' | 'lapsed';
}

/** What a look for the record of a proven domain makes of it. */
export const afterLook = (row: DomainRow, proof: Proof, now: Date): Look => {
  if (proof === 'found') return { change: { checked_at: now, missing_since: null } };
  // Looked for again tomorrow.
  if (proof === 'unknown') return { change: {} };
  const since = row.missing_since ?? now;
  const daysAt = (moment: Date | null): number => (moment === null ? -1 : (moment.getTime() - since.getTime()) / dayMs);
  if (daysAt(now) >= ssoLimits.missingDays)
    return { change: { checked_at: now, missing_since: null, verified_at: null }, tell: 'lapsed' };
  const last = row.missing_since === null ? -1 : daysAt(row.checked_at);
  const isTold = toldAfterDays.some((days) => last < days && days <= daysAt(now));
  return { change: { checked_at: now, missing_since: since }, ...(isTold && { tell: 'missing' }) };
};
