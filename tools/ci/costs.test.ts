import { describe, expect, it } from 'vitest';
import { parseSteps } from './costs.ts';

describe('what the steps of CI cost', () => {
  it('is read with the exit code of each, and how busy the machine was', () => {
    expect(parseSteps('check\t100\t0\t80\ntest\t498\t1\t95\n')).toEqual([
      { name: 'check', seconds: 100, code: 0, busy: 80 },
      { name: 'test', seconds: 498, code: 1, busy: 95 },
    ]);
  });
});
