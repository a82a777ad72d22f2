import { describe, expect, it } from 'vitest';
import { parseFilter } from './filter.ts';
import { project } from './projection.ts';
import { isRefused } from './refusal.ts';

const conditions = (text: string) => {
  const parsed = parseFilter(text);
  return isRefused(parsed) ? parsed.refused.scimType : parsed.conditions.map(({ path, value }) => [path, value]);
};

describe('a filter', () => {
  it.each([
    ['userName eq "ada@ours.example"', [['username', 'ada@ours.example']]],
    ['USERNAME EQ "A"', [['username', 'A']]],
    ['userName eq "say \\"a\\" and b"', [['username', 'say "a" and b']]],
    [
      'active eq true and externalId eq "7"',
      [
        ['active', true],
        ['externalid', '7'],
      ],
    ],
    ['active eq False', [['active', false]]],
    ['members[value eq "x"]', [['members.value', 'x']]],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"', [['username', 'a']]],
    [`id eq "x"${' and id eq "x"'.repeat(9)}`, Array.from({ length: 10 }, () => ['id', 'x'])],
  ])('reads %s', (text, wanted) => {
    expect(conditions(text)).toEqual(wanted);
  });

  it.each([
    '',
    'userName',
    'userName eq',
    'userName sw "a"',
    'userName eq a',
    'userName eq "a',
    'userName eq "\\x"',
    'userName eq "a" or active eq true',
    'not (active eq true)',
    'userName eq "a" and',
    'userName eq "a" active eq true',
    'members[value eq "x"',
    'active eq 7',
    `id eq "x"${' and id eq "x"'.repeat(10)}`,
    `userName eq "${'a'.repeat(1_000)}"`,
  ])('refuses %s', (text) => {
    expect(conditions(text)).toBe('invalidFilter');
  });

  it('is read in time that grows with its length alone', () => {
    const from = performance.now();
    for (const part of ['"\\', 'a.', '[', ' ', 'eq ', '"a" and '])
      for (let round = 0; round < 200; round += 1) parseFilter(part.repeat(1_000 / part.length));
    // A reader that runs away needs minutes.
    expect(performance.now() - from).toBeLessThan(20_000);
  });
});

it('answers with what was asked for', () => {
  const resource = {
    schemas: ['u'],
    id: '1',
    userName: 'a',
    name: { givenName: 'A', familyName: 'B' },
    members: [{ value: 'x', display: 'X' }],
  };
  expect(project(resource, {})).toBe(resource);
  expect(project(resource, { attributes: 'USERNAME,name.givenName' })).toEqual({
    schemas: ['u'],
    id: '1',
    userName: 'a',
    name: { givenName: 'A' },
  });
  expect(project(resource, { excludedAttributes: 'members,id,name.familyname' })).toEqual({
    schemas: ['u'],
    id: '1',
    userName: 'a',
    name: { givenName: 'A' },
  });
  expect(project(resource, { attributes: 'members.value' })).toEqual({
    schemas: ['u'],
    id: '1',
    members: [{ value: 'x' }],
  });
});
