import { type AlertKind, alertKinds } from '@patchkeep/contract/alerts';
import { type Subject, mayCall } from '@patchkeep/rules/permissions';
import type { AlertTotals, FindingFacts } from './alerts.tables.ts';

export interface Finding {
  kind: AlertKind;
  /** What tells it from others of its kind. */
  subject: string;
  facts: FindingFacts;
}

/** What a check found, with the number of rows that the page of each kind shows. */
export interface Found {
  findings: readonly Finding[];
  totals: AlertTotals;
}

const urgent: readonly AlertKind[] = ['exploited', 'zeroday', 'approvers'];
export const isUrgent = (kind: AlertKind): boolean => urgent.includes(kind);

/** Kinds of the installation: they are told to system administrators, and of no site. */
const ofSystem: readonly AlertKind[] = ['feed', 'signature', 'held'];
const ofPatching: readonly AlertKind[] = ['failed', 'overdue'];

/** The kinds that somebody may be told of a site, or of the customer where there is none. */
export const kindsFor = ({
  siteId,
  isSystemAdmin,
  subject,
}: {
  siteId: string | null;
  isSystemAdmin: boolean;
  subject: Subject | null;
}): readonly AlertKind[] => {
  if (siteId === null) return isSystemAdmin ? ofSystem : [];
  const ofSite = alertKinds.filter((kind) => !ofSystem.includes(kind));
  return ofSite.filter((kind) => mayCall(ofPatching.includes(kind) ? 'canViewPatching' : 'canViewResults', subject));
};

/** A site tells of silent hosts from this share of its hosts on, and until it is below the other one. */
export const silentShare = { from: 0.1, until: 0.05 } as const;

/** Whether a site tells of its silent hosts. Two bounds, so that one host that comes and goes does not tell each time. */
export const tellsOfSilent = ({ silent, all, wasTold }: { silent: number; all: number; wasTold: boolean }): boolean =>
  silent > 0 && silent / all >= (wasTold ? silentShare.until : silentShare.from);

/** So many findings of a kind are kept for a scope. More of them would be no alert but a list, which its page is. */
export const mostOfKind = 1_000;
