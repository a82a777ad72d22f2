import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { constants } from './constants.ts';
import { name, text, uuid } from './fields.ts';
import { page, pageOfPast } from './page.ts';

const id = '0123abcd-0123-4123-8123-0123456789ab';

describe('an identifier that somebody sends', () => {
  it('is a UUID, 8-4-4-4-12 hexadecimal digits, and the same in either case [CONST-04]', () => {
    expect([uuid.parse(id), uuid.parse(id.toUpperCase())]).toEqual([id, id]);
    const others = ['', 'x', id.slice(1), `${id}0`, id.replaceAll('-', ''), id.replace('a', 'g')];
    expect(others.filter((other) => uuid.safeParse(other).success)).toEqual([]);
  });
});

describe('bounds that the specification leaves open', () => {
  it('are 100 signs for a name and 2,000 for a text [CONST-07]', () => {
    expect([constants.nameMax, constants.textMax]).toEqual([100, 2_000]);
    const fits = (signs: number) => ({
      name: name.safeParse('x'.repeat(signs)).success,
      text: text.safeParse('x'.repeat(signs)).success,
    });
    expect([100, 101, 2_000, 2_001].map(fits)).toEqual([
      { name: true, text: true },
      { name: false, text: true },
      { name: false, text: true },
      { name: false, text: false },
    ]);
  });

  it.each([
    ['a list', z.object(page)],
    ['a list of what happened', z.object(pageOfPast)],
  ])('are 50 rows for a page of %s [CONST-08]', (_, query) => {
    expect(query.parse({})).toEqual({ limit: 50 });
  });
});
