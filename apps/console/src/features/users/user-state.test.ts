import { describe, expect, it } from 'vitest';
import { stateText } from './user-state.ts';

describe('the state of a user', () => {
  it.each([
    ['active', null, 'Active'],
    ['invited', '2026-11-20T00:00:00.000Z', 'Invited'],
    ['invited', null, 'Invitation expired'],
    ['disabled', null, 'Disabled'],
    ['removed', null, 'Removed'],
  ] as const)('%s, %s is %s', (state, invitationExpires, expected) =>
    expect(stateText({ state, invitationExpires })).toBe(expected),
  );
});
