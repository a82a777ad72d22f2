import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isListValid, isReady, type Item, listProblem } from './readiness.ts';

const answers = [false, true] as const;
const everyItem: Item[] = answers.flatMap((isInstallable) =>
  answers.flatMap((isConfigured) =>
    answers.flatMap((isRemovable) =>
      answers.flatMap((isSetToInstall) =>
        answers.map((isSetToRemove) => ({
          title: 'Firefox',
          isInstallable,
          isConfigured,
          isRemovable,
          isSetToInstall,
          isSetToRemove,
        })),
      ),
    ),
  ),
);
const item = (more: Partial<Item>): Item => ({
  title: 'Firefox',
  isInstallable: true,
  isConfigured: true,
  isRemovable: false,
  isSetToInstall: true,
  isSetToRemove: false,
  ...more,
});
const items = fc.array(fc.constantFrom(...everyItem), { maxLength: 4 });

describe('an item to deploy', () => {
  it.each([
    // installable, configured, removable
    [false, false, false, false],
    [false, false, true, true],
    [false, true, false, false],
    [false, true, true, true],
    [true, false, false, false],
    [true, false, true, true],
    [true, true, false, true],
    [true, true, true, true],
  ])(
    'installable %s, configured %s, removable %s: ready %s [DEP-43]',
    (isInstallable, isConfigured, isRemovable, is) => {
      for (const isSetToInstall of answers)
        for (const isSetToRemove of answers)
          expect(isReady({ isInstallable, isConfigured, isRemovable, isSetToInstall, isSetToRemove })).toBe(is);
    },
  );
});

describe('a list of items', () => {
  it('is valid when each is ready, or set to install and configured, or set to remove: all 32 kinds [DEP-44]', () => {
    const valid = everyItem.filter((each) => isListValid([each]));
    expect(everyItem).toHaveLength(32);
    expect(valid).toEqual(
      everyItem.filter((each) => {
        if (each.isSetToRemove || each.isRemovable) return true;
        return each.isConfigured && (each.isInstallable || each.isSetToInstall);
      }),
    );
    expect(valid).toHaveLength(27);
  });

  it('is as valid as each of its items', () => {
    fc.assert(
      fc.property(items, (list) => {
        expect(isListValid(list)).toBe(list.every((each) => isListValid([each])));
      }),
    );
  });
});

describe('a job cannot be made', () => {
  it('without an application, in these words [DEP-46]', () => {
    const text = 'No Applications selected for installation or uninstallation';
    expect(listProblem([], 1)).toBe(text);
    expect(listProblem([], 0)).toBe(text);
    expect(listProblem([item({ isSetToInstall: false })], 1)).toBe(text);
  });

  it('without a host, group or tag, in these words [DEP-47]', () => {
    expect(listProblem([item({})], 0)).toBe('No targets selected for software deployment job');
  });

  it('of software that is not configured, and names it [DEP-45]', () => {
    const list = [item({}), item({ title: 'The "ERP"', isConfigured: false })];
    expect(listProblem(list, 1)).toBe('Cannot deploy unconfigured software "The "ERP""');
    expect(listProblem([item({ isConfigured: false, isRemovable: true })], 1)).toBe(
      'Cannot deploy unconfigured software "Firefox"',
    );
    expect(listProblem([item({ isConfigured: false, isSetToInstall: false, isSetToRemove: true })], 1)).toBeUndefined();
  });

  it('of a list that is not valid, and can of one whose chosen items are configured or only removed', () => {
    fc.assert(
      fc.property(items, fc.nat(2), (list, targets) => {
        const isFine =
          targets > 0 &&
          isListValid(list) &&
          list.some((each) => each.isSetToInstall || each.isSetToRemove) &&
          list.every((each) => !each.isSetToInstall || each.isConfigured);
        expect(listProblem(list, targets) === undefined).toBe(isFine);
      }),
      { numRuns: 2_000 },
    );
  });
});
