import { describe, expect, it } from 'vitest';
import { parseSteps } from './costs.ts';

describe('what the steps of CI cost', () => {
  it('is read with the exit code of each', () => {
    expect(parseSteps('check\t100\t0\ntest\t498\t1\n')).toEqual([
      { name: 'check', seconds: 100, code: 0 },
      { name: 'test', seconds: 498, code: 1 },
    ]);
  });
});
