import { describe, expect, it } from 'vitest';
import { acceptsRestart, restartTier } from './restart-request.ts';

describe('the minimum version for a restart', () => {
  it.each([
    ['0.1.0', '0.0.9', true],
    ['0.1.0', '0.1.0', false],
    ['0.1.1', '0.1.0', true],
    ['0.10.0', '0.9.0', true],
    ['0.9.0', '0.10.0', false],
    ['1', '0.9.9', true],
    ['1.0', '1', false],
    ['1.0.0.1', '1', true],
    ['6.4.2-beta', '6.4.1', true],
    ['', '0.0.0', false],
    ['unknown', '0.0.0', false],
    ['1.0.0', 'unknown', false],
  ])('an agent %s and a minimum of %s: %s [RST-08]', (agent, minimum, accepts) => {
    expect(acceptsRestart(agent, minimum)).toBe(accepts);
  });
});

describe('asking for a restart', () => {
  it.each([
    [1, 0, 1],
    [10, 0, 1],
    [11, 0, 2],
    [1, 1, 2],
  ])('%s hosts with %s servers is tier %s', (hosts, servers, tier) => {
    expect(restartTier({ hosts, servers })).toBe(tier);
  });
});
