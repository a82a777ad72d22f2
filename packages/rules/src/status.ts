/** The state of a version, worst last: numbers compare as the words do. On the wire and in tables it is the number. */
export const statuses = { ok: 0, eol: 1, insecure: 2, zeroDay: 3 } as const;
export type Status = (typeof statuses)[keyof typeof statuses];

interface Findings {
  /** At least one known CVE hits it. */
  hasCves: boolean;
  /** At least one of them is known or exploited while no fixed version can be offered. */
  hasUnfixedCves: boolean;
  /** Its support has ended. */
  isEol: boolean;
}

/** The one decision about a version's state; the worst finding counts. Being exploited is a mark beside it, not a state. */
export const statusOf = ({ hasCves, hasUnfixedCves, isEol }: Findings): Status => {
  if (hasUnfixedCves) return statuses.zeroDay;
  if (hasCves) return statuses.insecure;
  return isEol ? statuses.eol : statuses.ok;
};

/** The worst of what was counted; what is under ignore rules is counted apart and is no problem here. */
export const worstCounted = (split: { eol: number; insecure: number; zeroday: number }): Status => {
  if (split.zeroday > 0) return statuses.zeroDay;
  if (split.insecure > 0) return statuses.insecure;
  return split.eol > 0 ? statuses.eol : statuses.ok;
};
