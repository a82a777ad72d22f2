import type { CustomConfig } from '@patchkeep/contract/custom-software';
import { describe, expect, it } from 'vitest';
import { peopleOf, stateDetail, stateText } from './custom-text.ts';
import { actsOn, type CustomActs } from './list/custom-acts.ts';

const ana = { userAccountUuid: 'a', name: 'Ana', keyId: '1' };
const standing = (changes: Partial<CustomConfig>) =>
  ({
    state: 'awaitsSignatures',
    signatures: [ana, { ...ana, keyId: '2' }],
    neededCount: 2,
    expiresAt: null,
    missing: [],
    taskSpec: { removeArguments: null },
    ...changes,
  }) as CustomConfig;

describe('how custom software stands', () => {
  it.each([
    [{ state: 'draft' as const }, 'Draft'],
    [{}, 'Waits for signatures 1 of 2'],
    [{ state: 'vouched' as const, expiresAt: '2027-12-23T23:30:00.000Z' }, 'Vouched until 2027-12-24'],
    [{ state: 'expired' as const }, 'Must be signed anew'],
    [{ state: 'approversChanged' as const }, 'Must be signed anew'],
  ])('%j is said as "%s"', (changes, text) => expect(stateText(standing(changes), 'Europe/Copenhagen')).toBe(text));
  it('says what is missing rather than what would come', () =>
    expect(stateDetail(standing({ state: 'draft', missing: ['Nobody is named', 'A file is examined.'] }))).toBe(
      'Nobody is named. A file is examined.',
    ));
  it('counts people, not keys', () => expect(peopleOf([ana, { ...ana, name: 'Ana' }])).toEqual(['Ana']));
});

describe('what can be done with it', () => {
  const nothing = () => undefined;
  const acts: CustomActs = { onOpen: nothing, onSign: nothing, onEdit: nothing, onRemove: nothing, onDeploy: nothing };
  const labels = (changes: Partial<CustomConfig>, given = acts) =>
    actsOn(standing(changes), given).map(({ label }) => label);
  it('is what makes sense as it stands', () => {
    expect(labels({})).toEqual(['Sign...', 'Details', 'Edit...', 'Delete...']);
    expect(labels({ state: 'vouched' })).toEqual(['Deploy', 'Details', 'Edit...', 'Delete...']);
    const removable = { removeArguments: [] as string[] } as CustomConfig['taskSpec'];
    expect(labels({ state: 'vouched', taskSpec: removable })).toContain('Remove from hosts');
    expect(labels({ missing: ['A file'] })).not.toContain('Sign...');
  });
  it('is only to look for who may not write', () =>
    expect(
      labels({}, { onOpen: nothing, onSign: undefined, onEdit: undefined, onRemove: undefined, onDeploy: undefined }),
    ).toEqual(['Details']));
});
