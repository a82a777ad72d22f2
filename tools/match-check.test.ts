import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { compare, type Comparison, equality } from './match-check/compare.ts';
import { days } from './match-check/judge-reference.ts';
import { readReference } from './match-check/reference.ts';

const data = fileURLToPath(new URL('../../shared/data', import.meta.url));
// The data lies beside the checkout where CI runs, and nowhere else: a clone without it has nothing to compare with.
const isThere = existsSync(data) || process.env['CI'] !== undefined;

describe.skipIf(!isThere)('verdicts on the reference data', () => {
  let result: Comparison;
  beforeAll(async () => {
    result = compare(await readReference(data));
  });

  it('cover every version', () => {
    expect(result.versions).toBe(4882);
    expect(result.unreadable).toEqual([]);
  });

  it('are right on all samples checked by hand', () => {
    expect(result.goldenFailures).toEqual([]);
    expect([result.golden, result.hard]).toEqual([29, 5]);
  });

  it.each(days)('equal the expected ones in at least 98 of 100 versions at %s', (day) => {
    expect(equality(result, day)).toBeGreaterThanOrEqual(0.98);
  });

  it('differ only for known causes', () => {
    expect(result.differences.filter(({ cause }) => cause === 'unexplained')).toEqual([]);
  });

  it('never follow a link that must not match', () => {
    expect(result.forbidden).toBe(527);
    expect(result.forbiddenMatches).toEqual([]);
  });

  it('find nearly every pair of version and CVE that the reference has', () => {
    expect(result.pairs.both / result.pairs.theirs).toBeGreaterThan(0.995);
  });
});
