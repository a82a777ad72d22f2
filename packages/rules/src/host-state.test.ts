import { describe, expect, it } from 'vitest';
import { agentFlagsOf, dormantBefore, hostState } from './host-state.ts';

const fine = { isTrashed: false, isQuarantined: false, isPending: false, isDisabled: false, isDormant: false };

describe('the state of a host', () => {
  it('says the worst first', () => {
    const all = { isTrashed: true, isQuarantined: true, isPending: true, isDisabled: true, isDormant: true };
    expect(hostState(all)).toBe('trash');
    expect(hostState({ ...all, isTrashed: false })).toBe('quarantined');
    expect(hostState({ ...all, isTrashed: false, isQuarantined: false })).toBe('pending');
    expect(hostState({ ...fine, isDisabled: true, isDormant: true })).toBe('disabled');
    expect(hostState({ ...fine, isDormant: true })).toBe('dormant');
    expect(hostState(fine)).toBe('active');
  });

  it('is told by flags: 1 enabled, 8 dormant [HOST-06]', () => {
    expect(agentFlagsOf(fine)).toBe(1);
    expect(agentFlagsOf({ ...fine, isDormant: true })).toBe(9);
    expect(agentFlagsOf({ ...fine, isDisabled: true })).toBe(0);
  });

  it('counts days of silence back from now', () => {
    expect(dormantBefore(new Date('2026-11-15T09:00:00Z'), 7)).toEqual(new Date('2026-11-08T09:00:00Z'));
  });
});
