import { areaOf } from './ledger.ts';
import type { OpenRequirement } from './open.ts';

export type RanTest = { fullName: string; status: string };

/** What is known of an area's requirements. `unlisted` ones have no passing test and are not in the list either. */
export type AreaCoverage = { total: number; shown: number; partly: string[]; open: string[]; unlisted: string[] };

export type Coverage = {
  areas: Record<string, AreaCoverage>;
  /** IDs that tests name and the ledger does not have. */
  unknown: string[];
  /** IDs that tests name although the list says that they are open. */
  contradicted: string[];
};

const brackets = /\[([A-Z]+-\d{2,}(?:[\s,]+[A-Z]+-\d{2,})*)\]/g;

/** The requirement IDs a test claims to show: `[SES-01]`, `[SES-01, SES-02]`, in its title or that of its suite. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(brackets)].flatMap(([, ids]) => (ids ?? '').split(/[\s,]+/));
}

/**
 * A requirement is shown when a test of its name passed, none failed, and the list of open requirements does not name
 * it. A skipped test shows nothing.
 */
export function measureCoverage(ledger: string[], tests: RanTest[], listed: OpenRequirement[] = []): Coverage {
  const passed = claimedBy(tests, 'passed');
  const failed = claimedBy(tests, 'failed');
  const states = new Map(listed.map(({ id, state }) => [id, state]));
  const areas: Record<string, AreaCoverage> = {};
  for (const id of ledger) {
    const area = (areas[areaOf(id)] ??= { total: 0, shown: 0, partly: [], open: [], unlisted: [] });
    area.total++;
    const state = states.get(id);
    if (state) area[state].push(id);
    else if (passed.has(id) && !failed.has(id)) area.shown++;
    else area.unlisted.push(id);
  }
  const claimed = [...new Set(tests.flatMap(({ fullName }) => idsIn(fullName)))].toSorted();
  const known = new Set(ledger);
  return {
    areas,
    unknown: claimed.filter((id) => !known.has(id)),
    contradicted: claimed.filter((id) => states.get(id) === 'open'),
  };
}

const claimedBy = (tests: RanTest[], status: string) =>
  new Set(tests.filter((test) => test.status === status).flatMap(({ fullName }) => idsIn(fullName)));

export function printCoverage({ areas }: Coverage): string {
  const width = Math.max(...Object.keys(areas).map((area) => area.length), 'total'.length);
  const lines = Object.entries(areas).map(([area, coverage]) => `${area.padEnd(width)} ${printArea(coverage)}`);
  return [...lines, `${'total'.padEnd(width)} ${printTotal(Object.values(areas))}`].join('\n');
}

function printArea({ total, shown, partly, open, unlisted }: AreaCoverage): string {
  const rest = [
    ['partly', partly],
    ['open', open],
    ['open (not listed)', unlisted],
  ] as const;
  return [
    `${shown}/${total} shown`,
    ...rest.filter(([, ids]) => ids.length > 0).map(([word, ids]) => `${ids.length} ${word}: ${ids.join(' ')}`),
  ].join('; ');
}

function printTotal(areas: AreaCoverage[]): string {
  const sum = (count: (area: AreaCoverage) => number) => areas.reduce((total, area) => total + count(area), 0);
  return [
    `${sum(({ shown }) => shown)}/${sum(({ total }) => total)} shown`,
    `${sum(({ partly }) => partly.length)} partly`,
    `${sum(({ open }) => open.length)} open`,
    `${sum(({ unlisted }) => unlisted.length)} open (not listed)`,
  ].join('; ');
}
