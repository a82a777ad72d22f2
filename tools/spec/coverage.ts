import { areaOf } from './ledger.ts';

export type RanTest = { fullName: string; status: string };
export type AreaCoverage = { covered: number; total: number; missing: string[] };
export type Coverage = { areas: Record<string, AreaCoverage>; unknown: string[] };

const brackets = /\[([A-Z]+-\d{2,}(?:[\s,]+[A-Z]+-\d{2,})*)\]/g;

/** The requirement IDs a test claims to show: `[SES-01]`, `[SES-01, SES-02]`, in its title or that of its suite. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(brackets)].flatMap(([, ids]) => (ids ?? '').split(/[\s,]+/));
}

/** A requirement counts as covered when a test of its name passed and none failed. A skipped test shows nothing. */
export function measureCoverage(ledger: string[], tests: RanTest[]): Coverage {
  const passed = claimedBy(tests, 'passed');
  const failed = claimedBy(tests, 'failed');
  const known = new Set(ledger);
  const areas: Record<string, AreaCoverage> = {};
  for (const id of ledger) {
    const area = (areas[areaOf(id)] ??= { covered: 0, total: 0, missing: [] });
    area.total++;
    if (passed.has(id) && !failed.has(id)) area.covered++;
    else area.missing.push(id);
  }
  const claimed = new Set(tests.flatMap(({ fullName }) => idsIn(fullName)));
  return { areas, unknown: [...claimed].filter((id) => !known.has(id)).toSorted() };
}

const claimedBy = (tests: RanTest[], status: string) =>
  new Set(tests.filter((test) => test.status === status).flatMap(({ fullName }) => idsIn(fullName)));

export function printCoverage({ areas }: Coverage): string {
  const width = Math.max(...Object.keys(areas).map((area) => area.length));
  return Object.entries(areas)
    .map(([area, { covered, total, missing }]) =>
      [area.padEnd(width), `${covered}/${total}`, ...(missing.length > 0 ? [`missing ${missing.join(' ')}`] : [])].join(
        ' ',
      ),
    )
    .join('\n');
}
