import { describe, expect, it } from 'vitest';
import { canonicalResource, type ScimResource } from './canonical.ts';
import { scimPatch } from './patch.ts';
import { isRefused } from './refusal.ts';
import { groupSchema, userSchema } from './schemas.ts';

const ada: ScimResource = {
  userName: 'ada@ours.example',
  externalId: '7',
  active: true,
  displayName: 'Ada',
  name: { givenName: 'Ada', familyName: 'Byron' },
  emails: [{ value: 'ada@ours.example', type: 'work', primary: true }],
};
const patched = (operations: readonly unknown[], before = ada, schema = userSchema): ScimResource => {
  const done = scimPatch(schema, before, operations);
  if (isRefused(done)) throw new Error(done.refused.detail);
  return done.resource;
};
const refusal = (operations: readonly unknown[]) => {
  const done = scimPatch(userSchema, ada, operations);
  return isRefused(done) ? done.refused.scimType : done;
};

describe('what Entra ID sends', () => {
  it.each([
    ['its text for false', { op: 'Replace', path: 'active', value: 'False' }, { active: false }],
    ['its text for true', { op: 'Add', path: 'active', value: 'True' }, { active: true }],
    [
      'a dotted path',
      { op: 'Replace', path: 'name.familyName', value: 'King' },
      { name: { givenName: 'Ada', familyName: 'King' } },
    ],
    [
      'a bracketed path',
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada@new.example' },
      { emails: [{ value: 'ada@new.example', type: 'work', primary: true }] },
    ],
    [
      'a bracketed path to what is not there yet',
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'ada@home.example' },
      { emails: [...(ada['emails'] as []), { type: 'home', value: 'ada@home.example' }] },
    ],
    [
      'paths as names in the value',
      { op: 'replace', value: { 'name.givenName': 'A.', ACTIVE: 'false' } },
      { active: false, name: { givenName: 'A.', familyName: 'Byron' } },
    ],
    [
      'a path behind its schema',
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:displayName', value: 'A' },
      { displayName: 'A' },
    ],
    [
      'an attribute of another schema',
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'IT' },
      {},
    ],
    ['an attribute that is not kept', { op: 'Add', path: 'title', value: 'Countess' }, {}],
  ])('%s', (_, operation, change) => {
    expect(patched([operation])).toEqual({ ...ada, ...change });
  });

  it('members, named in the value or in the path', () => {
    const group: ScimResource = { displayName: 'G', members: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] };
    const ops = [
      { op: 'Remove', path: 'members', value: [{ value: 'a' }] },
      { op: 'remove', path: 'members[value eq "B"]' },
      { op: 'Add', path: 'members', value: [{ value: 'd' }, { value: 'c' }] },
    ];
    expect(patched(ops, group, groupSchema)['members']).toEqual([{ value: 'c' }, { value: 'd' }]);
    expect(patched([{ op: 'remove', path: 'members' }], group, groupSchema)).toEqual({ displayName: 'G' });
  });
});

describe('what Okta sends', () => {
  it('an object without a path, in which the id may stand', () => {
    expect(patched([{ op: 'replace', value: { active: false } }])).toEqual({ ...ada, active: false });
    expect(patched([{ op: 'replace', value: { id: 'x', displayName: 'A' } }])).toEqual({ ...ada, displayName: 'A' });
  });
});

describe('what is refused', () => {
  it.each([
    ['an unknown operation', [{ op: 'move', path: 'active', value: true }], 'invalidSyntax'],
    ['no operations', [], 'invalidSyntax'],
    ['too many operations', Array.from({ length: 201 }, () => ({ op: 'add', path: 'active', value: true })), 'tooMany'],
    ['a change of the id', [{ op: 'replace', path: 'id', value: 'x' }], 'mutability'],
    ['removing the userName', [{ op: 'remove', path: 'userName' }], 'mutability'],
    ['emptying the userName', [{ op: 'replace', path: 'userName', value: '' }], 'invalidValue'],
    ['removing without a path', [{ op: 'remove' }], 'noTarget'],
    ['a path that ends too soon', [{ op: 'replace', path: 'emails[type eq "work"', value: 'x' }], 'invalidPath'],
    [
      'a filter that is no comparison',
      [{ op: 'replace', path: 'emails[type sw "w"].value', value: 'x' }],
      'invalidPath',
    ],
    ['a part of a text', [{ op: 'replace', path: 'userName.value', value: 'x' }], 'invalidPath'],
    ['a filter on a text', [{ op: 'replace', path: 'userName[value eq "x"]', value: 'x' }], 'invalidPath'],
    ['a word for a boolean', [{ op: 'replace', path: 'active', value: 'perhaps' }], 'invalidValue'],
    ['a number for a text', [{ op: 'replace', path: 'displayName', value: 7 }], 'invalidValue'],
    ['a text that is too long', [{ op: 'replace', path: 'displayName', value: 'x'.repeat(257) }], 'invalidValue'],
    ['a control character', [{ op: 'replace', path: 'userName', value: 'a\u0000@ours.example' }], 'invalidValue'],
    [
      'too many values',
      [{ op: 'add', path: 'emails', value: Array.from({ length: 21 }, (_, i) => ({ value: `${i}` })) }],
      'tooMany',
    ],
    ['a value that is missing', [{ op: 'add', path: 'displayName' }], 'invalidValue'],
    ['something that is no operation', ['replace'], 'invalidSyntax'],
  ])('%s', (_, operations, scimType) => {
    expect(refusal(operations)).toBe(scimType);
  });

  it('leaves the resource as it was, even after operations that were right', () => {
    const before = structuredClone(ada);
    expect(refusal([{ op: 'replace', path: 'name.givenName', value: 'X' }, { op: 'move' }])).toBe('invalidSyntax');
    expect(ada).toEqual(before);
  });
});

it('keeps one first choice among several values', () => {
  const added = patched([
    { op: 'add', path: 'emails', value: [{ value: 'b@ours.example', type: 'home', primary: true }] },
  ]);
  expect((added['emails'] as { primary: boolean }[]).map(({ primary }) => primary)).toEqual([false, true]);
});

it('ends on whatever is sent: 5,000 made-up operations', () => {
  const words = [
    'add',
    'Replace',
    'remove',
    'emails',
    'members',
    '[',
    ']',
    '"',
    'eq',
    'and',
    '.',
    'value',
    ' ',
    'active',
    '\\',
    'urn:',
    '$ref',
  ];
  let seed = 7;
  const next = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const pick = () => words[next(words.length)] ?? '';
  const changed: unknown[] = [];
  for (let round = 0; round < 5_000; round += 1) {
    const text = Array.from({ length: next(12) }, pick).join('');
    const values: unknown[] = [text, null, true, [], {}, [{ value: text }], { [text]: text }, 7];
    const done = scimPatch(userSchema, ada, [{ op: pick(), path: next(3) ? text : undefined, value: values[next(8)] }]);
    if (!isRefused(done)) changed.push(done);
  }
  expect(changed.length).toBeGreaterThan(100);
  // What was made of them is in the form that is kept.
  expect(changed.map((done) => canonicalResource(userSchema, (done as { resource: ScimResource }).resource))).toEqual(
    changed,
  );
});
