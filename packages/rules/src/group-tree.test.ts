import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canMoveGroup, flattenGroups, type TreeGroup } from './group-tree.ts';

const group = (uuid: string, parentUuid: string | null = null, title = uuid): TreeGroup => ({
  uuid,
  parentUuid,
  title,
});
const office = [
  group('servers'),
  group('erp', 'servers', 'ERP'),
  group('files', 'servers', 'Files'),
  group('old', 'erp', 'Old'),
  group('sales', null, 'Sales'),
];

test('a tree reads from the top, siblings by title, with the way to each group', () => {
  expect(flattenGroups(office).map(({ path, level }) => [path, level])).toEqual([
    ['Sales', 1],
    ['servers', 1],
    ['servers / ERP', 2],
    ['servers / ERP / Old', 3],
    ['servers / Files', 2],
  ]);
  expect(flattenGroups(office).find(({ group: { uuid } }) => uuid === 'files')).toMatchObject({
    position: 2,
    siblingCount: 2,
    hasChildren: false,
  });
});

test('what is below a closed group is not shown, the group itself is', () => {
  const shown = flattenGroups(office, (uuid) => uuid === 'servers');
  expect(shown.map(({ group: { uuid } }) => uuid)).toEqual(['sales', 'servers']);
  expect(shown[1]?.hasChildren).toBe(true);
});

test('numbers in titles count as numbers, and a stray parent as none', () => {
  const nodes = flattenGroups([group('a', 'gone', 'Floor 10'), group('b', null, 'Floor 9')]);
  expect(nodes.map(({ group: { title } }) => title)).toEqual(['Floor 9', 'Floor 10']);
});

describe('a move', () => {
  test.each([
    ['to the top', 'erp', null, true],
    ['to another group', 'erp', 'sales', true],
    ['into itself', 'erp', 'erp', false],
    ['into what is below it', 'servers', 'old', false],
    ['to where it stands', 'erp', 'servers', false],
    ['to nowhere', 'erp', 'gone', false],
    ['of nothing', 'gone', 'erp', false],
  ])('%s', (_words, moved, parent, expected) => {
    expect(canMoveGroup(office, moved, parent)).toBe(expected);
  });

  test('that is allowed never loses a group from the tree', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    // Each may hang below an earlier one only, so what is drawn is a tree.
    const anyTree = fc
      .tuple(...ids.map((_, index) => fc.option(fc.constantFrom(...ids.slice(0, index), null))))
      .map((parents) => ids.map((id, index) => group(id, parents[index] ?? null)));
    fc.assert(
      fc.property(anyTree, fc.constantFrom(...ids), fc.constantFrom(...ids, null), (tree, moved, parent) => {
        if (!canMoveGroup(tree, moved, parent)) return;
        const after = tree.map((one) => (one.uuid === moved ? { ...one, parentUuid: parent } : one));
        expect(flattenGroups(after)).toHaveLength(ids.length);
      }),
    );
  });
});
