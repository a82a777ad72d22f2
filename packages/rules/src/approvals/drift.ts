import type { DecisionMode } from '@patchkeep/contract/approval-fields';

interface Decided {
  mode: DecisionMode;
  version: string | null;
}

/** "Inherit" decides as much as nothing at all. */
const decided = (decision: Decided | undefined): Decided | undefined =>
  decision?.mode === 'inherit' ? undefined : decision;

/** Whether two scopes decide differently about one subject: another mode, or another approved version. */
export const decideDifferently = (left: Decided | undefined, right: Decided | undefined): boolean => {
  const [a, b] = [decided(left), decided(right)];
  return a?.mode !== b?.mode || (a?.version ?? null) !== (b?.version ?? null);
};

/** Whether a scope decides for itself, and differently from what it would inherit. */
export const isDrift = (own: Decided | undefined, inherited: Decided | undefined): boolean =>
  decided(own) !== undefined && decideDifferently(own, inherited);
