import { describe, expect, it } from 'vitest';
import { countOverrides } from './overrides.ts';
import { isWide } from './wide.ts';

describe('overrides [APPR-09]', () => {
  it('are counted by what was decided; the rest inherits', () => {
    const statuses = ['auto', 'blocked', 'blocked', 'up-to-date', 'out-of-date', 'out-of-date', 'disabled'] as const;
    expect(countOverrides(10, statuses)).toEqual({
      auto: 1,
      blocked: 2,
      manual: 3,
      outOfDate: 2,
      upToDate: 1,
      inherit: 4,
    });
    expect(countOverrides(0, [])).toEqual({ auto: 0, blocked: 0, manual: 0, outOfDate: 0, upToDate: 0, inherit: 0 });
  });
});

describe('a wide change', () => {
  it.each([
    [['system'], 0, 1_000, true],
    [['site', 'system'], 1, 1_000, true],
    [['site'], 25, 10, false],
    [['tag'], 26, 10, true],
    [['group'], 50, 1_000, false],
    [['group'], 51, 1_000, true],
  ] as const)('at %o with %i of %i hosts: %s', (levels, hostsTouched, activeHosts, expected) => {
    expect(isWide({ levels, hostsTouched, activeHosts })).toBe(expected);
  });
});
