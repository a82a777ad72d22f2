import { describe, expect, it } from 'vitest';
import { agentFlagsOf, hostState } from './host-state.ts';

const day = 86_400_000;
const now = 100 * day;
const fine = { isTrashed: false, isQuarantined: false, isPending: false, isDisabled: false, lastSeenMs: now };

describe('the state of a host', () => {
  it('turns dormant after more than seven days without contact, and revives with one [HOST-07]', () => {
    expect(hostState({ ...fine, lastSeenMs: now - 7 * day }, now, 7)).toBe('active');
    expect(hostState({ ...fine, lastSeenMs: now - 7 * day - 1 }, now, 7)).toBe('dormant');
    expect(hostState({ ...fine, lastSeenMs: now - 20 * day }, now, 30)).toBe('active');
  });

  it('says the worst first', () => {
    const all = { isTrashed: true, isQuarantined: true, isPending: true, isDisabled: true, lastSeenMs: 0 };
    expect(hostState(all, now, 7)).toBe('trash');
    expect(hostState({ ...all, isTrashed: false }, now, 7)).toBe('quarantined');
    expect(hostState({ ...all, isTrashed: false, isQuarantined: false }, now, 7)).toBe('pending');
    expect(hostState({ ...all, isTrashed: false, isQuarantined: false, isPending: false }, now, 7)).toBe('disabled');
  });

  it('is told by flags: 1 enabled, 8 dormant [HOST-06]', () => {
    expect(agentFlagsOf(fine, now, 7)).toBe(1);
    expect(agentFlagsOf({ ...fine, lastSeenMs: 0 }, now, 7)).toBe(9);
    expect(agentFlagsOf({ ...fine, isDisabled: true }, now, 7)).toBe(0);
  });
});
