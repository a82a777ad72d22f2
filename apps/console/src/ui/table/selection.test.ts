import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allMatching,
  countSelected,
  extendSelection,
  headState,
  isSelected,
  leftAfter,
  noSelection,
  type Selection,
  selectMore,
  setSelected,
  toggleSelected,
} from './selection.ts';

const page = ['a', 'b', 'c', 'd'];
const some = (...ids: string[]): Selection => ({ kind: 'some', ids: new Set(ids) });
const allBut = (...ids: string[]): Selection => ({ kind: 'allMatching', except: new Set(ids) });

const anyIds = fc.uniqueArray(fc.constantFrom(...page, 'x', 'y'));
const anySelection = fc.oneof(
  anyIds.map((ids) => some(...ids)),
  anyIds.map((ids) => allBut(...ids)),
);

describe('the head box', () => {
  test.each([
    ['nothing chosen', noSelection, 'none'],
    ['one of the page', some('a'), 'some'],
    ['the whole page', some(...page), 'all'],
    ['only rows of another page', some('x'), 'some'],
    ['all matching', allMatching, 'all'],
    ['all matching less one in sight', allBut('b'), 'some'],
    ['all matching less one elsewhere', allBut('x'), 'all'],
    ['all matching less the whole page', allBut(...page), 'some'],
  ] as const)('%s reads %s', (_name, selection, expected) => {
    expect(headState(selection, page, 100)).toBe(expected);
  });

  test('an empty page is never "all"', () => {
    expect(headState(noSelection, [], 0)).toBe('none');
    expect(headState(allMatching, [], 0)).toBe('none');
  });
});

test('a row toggled twice is as before, and every other row is untouched', () => {
  fc.assert(
    fc.property(anySelection, fc.constantFrom(...page), (selection, id) => {
      const once = toggleSelected(selection, id);
      expect(isSelected(once, id)).toBe(!isSelected(selection, id));
      expect(toggleSelected(once, id)).toEqual(selection);
      for (const other of [...page, 'x', 'y'].filter((o) => o !== id)) {
        expect(isSelected(once, other)).toBe(isSelected(selection, other));
      }
    }),
  );
});

test('the count is what isSelected says, row by row', () => {
  const everything = [...page, 'x', 'y'];
  fc.assert(
    fc.property(anySelection, (selection) => {
      expect(countSelected(selection, everything.length)).toBe(
        everything.filter((id) => isSelected(selection, id)).length,
      );
    }),
  );
});

test('a range can grow, shrink and pass its anchor', () => {
  const grown = extendSelection(extendSelection(noSelection, page, 1, 1, 2), page, 1, 2, 3);
  expect(grown).toEqual(some('b', 'c', 'd'));
  const shrunk = extendSelection(grown, page, 1, 3, 2);
  expect(shrunk).toEqual(some('b', 'c'));
  expect(extendSelection(shrunk, page, 1, 2, 0)).toEqual(some('a', 'b'));
});

test('asking for all takes the page first, then everything that matches', () => {
  const first = selectMore(some('x'), page, 100);
  expect(first).toEqual(some('x', ...page));
  expect(selectMore(first, page, 100)).toEqual(allMatching);
  expect(selectMore(allBut('a'), page, 100)).toEqual(allMatching);
});

test('when the page is everything, asking again does not switch to all matching', () => {
  expect(selectMore(some(...page), page, 4)).toEqual(some(...page));
});

test('dropping rows out of all matching remembers them as exceptions', () => {
  expect(setSelected(allMatching, ['a', 'c'], false)).toEqual(allBut('a', 'c'));
  expect(countSelected(allBut('a', 'c'), 1284)).toBe(1282);
});

describe('what is left after an act', () => {
  test('is what was ticked meanwhile', () => {
    expect(leftAfter(some('a', 'b', 'c'), some('a', 'c'))).toEqual(some('b'));
  });
  test('is nothing when everything that matched was acted on', () => {
    expect(leftAfter(some('a'), allMatching)).toEqual(noSelection);
  });
  test('is everything when everything was chosen meanwhile', () => {
    expect(leftAfter(allMatching, some('a'))).toEqual(allMatching);
  });
});
