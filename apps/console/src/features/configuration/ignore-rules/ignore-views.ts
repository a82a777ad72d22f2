import type { IgnoreRule, IgnoreState } from '@patchkeep/contract/ignore-rules';
import { scopeText, targetText } from '../../../domain/ignore-text.ts';
import type { Sort } from '../../../ui/table/column.ts';

export const ignoreViews = ['force', 'renew', 'revoked'] as const;
export type IgnoreView = (typeof ignoreViews)[number];

/** Expired ones stand with those in force: they did something yesterday, and somebody should know that they stopped. */
const statesOf: Record<IgnoreView, readonly IgnoreState[]> = {
  force: ['active', 'expiring', 'expired'],
  renew: ['expiring', 'expired'],
  revoked: ['revoked'],
};

export const viewOf = (text: string | undefined): IgnoreView => ignoreViews.find((view) => view === text) ?? 'force';

export const inView = (rules: readonly IgnoreRule[], view: IgnoreView): IgnoreRule[] =>
  rules.filter(({ state }) => statesOf[view].includes(state));

const stateOrder: Record<IgnoreState, number> = { expired: 0, expiring: 1, active: 2, revoked: 3 };
const orders: Record<string, (a: IgnoreRule, b: IgnoreRule) => number> = {
  target: (a, b) => targetText(a.target).localeCompare(targetText(b.target), 'en', { numeric: true }),
  state: (a, b) => stateOrder[a.state] - stateOrder[b.state],
  expires: (a, b) => a.expires.localeCompare(b.expires),
  scope: (a, b) => scopeText(a).localeCompare(scopeText(b), 'en', { numeric: true }),
  hits: (a, b) => (a.hits ?? -1) - (b.hits ?? -1),
  owner: (a, b) => a.owner.localeCompare(b.owner, 'en'),
};

/** Everything is here already, so what is typed and the order are applied in place. What ends first stands first. */
export const arrangeRules = (rules: readonly IgnoreRule[], typed: string, sort: Sort): IgnoreRule[] => {
  const wanted = typed.trim().toLowerCase();
  const by = orders[sort.column] ?? orders['expires'];
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rules
    .filter((rule) =>
      `${targetText(rule.target)} ${scopeText(rule)} ${rule.reason} ${rule.owner}`.toLowerCase().includes(wanted),
    )
    .toSorted((a, b) => sign * (by?.(a, b) ?? 0) || a.expires.localeCompare(b.expires));
};
