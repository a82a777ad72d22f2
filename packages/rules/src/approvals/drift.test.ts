import { describe, expect, it } from 'vitest';
import { decideDifferently, isDrift } from './drift.ts';

const auto = { mode: 'auto', version: null } as const;
const blocked = { mode: 'blocked', version: null } as const;
const inherit = { mode: 'inherit', version: null } as const;
const manual = (version: string) => ({ mode: 'manual', version }) as const;

describe('two scopes', () => {
  it.each([
    [auto, auto, false],
    [auto, blocked, true],
    [auto, undefined, true],
    [inherit, undefined, false],
    [undefined, undefined, false],
    [manual('1.0'), manual('1.0'), false],
    [manual('1.0'), manual('2.0'), true],
    [manual('1.0'), auto, true],
  ])('%o and %o decide differently: %s', (left, right, expected) => {
    expect(decideDifferently(left, right)).toBe(expected);
    expect(decideDifferently(right, left)).toBe(expected);
  });
});

describe('a scope below', () => {
  it.each([
    [undefined, auto, false],
    [inherit, blocked, false],
    [auto, auto, false],
    [auto, undefined, true],
    [auto, inherit, true],
    [blocked, auto, true],
  ])('that decides %o below %o drifts: %s', (own, inherited, expected) => {
    expect(isDrift(own, inherited)).toBe(expected);
  });
});
