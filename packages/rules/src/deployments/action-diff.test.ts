import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ActionContent, actionDiff, actionKey, type Diff, diffBy } from './action-diff.ts';

type Present = ActionContent & { actionId: string; isEnabled: boolean };

const firefox: ActionContent = {
  actionType: 'Install',
  channelTag: 'firefox',
  version: null,
  configId: null,
  isRemoval: false,
  isSystemBased: true,
  isMainUser: false,
  choices: { selectors: { language: 'da', architecture: 'x64' }, installOptions: { dir: 'C:\\F' } },
};
const present = (action: ActionContent, actionId: string, isEnabled = true): Present => ({
  ...action,
  actionId,
  isEnabled,
});

/** What a job has after a diff. */
const applied = (before: readonly Present[], { add, disable, revive }: Diff<ActionContent>): Present[] => [
  ...before.map((action) => ({
    ...action,
    isEnabled: (action.isEnabled && !disable.includes(action.actionId)) || revive.includes(action.actionId),
  })),
  ...add.map((action, at) => present(action, `new ${at}`)),
];

const enabledKeys = (actions: readonly Present[]): string[] =>
  actions
    .filter(({ isEnabled }) => isEnabled)
    .map(actionKey)
    .toSorted();
const keys = (wanted: readonly ActionContent[]): string[] => [...new Set(wanted.map(actionKey))].toSorted();

// Few values, so that the same action comes up again and again.
const content: fc.Arbitrary<ActionContent> = fc.record({
  actionType: fc.constantFrom('Install', 'Remove', 'Custom'),
  channelTag: fc.constantFrom('firefox', '7zip'),
  version: fc.constantFrom(null, '1'),
  configId: fc.constantFrom(null, 'c1'),
  isRemoval: fc.boolean(),
  isSystemBased: fc.boolean(),
  isMainUser: fc.boolean(),
  choices: fc.constantFrom(null, { a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }, { b: { c: [2, 1] }, a: 1 }),
});
const wantedSet = fc.array(content, { maxLength: 5 });
const job = fc
  .array(fc.tuple(content, fc.boolean()), { maxLength: 8 })
  .map((actions) => actions.map(([action, isEnabled], at) => present(action, String(at), isEnabled)));

describe('the actions of a job', () => {
  it('are after a diff exactly those that were wanted, each once, and none is gone', () => {
    fc.assert(
      fc.property(job, wantedSet, (before, wanted) => {
        const after = applied(before, actionDiff<ActionContent>(before, wanted));
        expect(enabledKeys(after)).toEqual(keys(wanted));
        for (const { actionId } of before) expect(after.some((each) => each.actionId === actionId)).toBe(true);
        // Said again, there is nothing to do.
        expect(actionDiff<ActionContent>(after, wanted)).toEqual({ add: [], disable: [], revive: [] });
      }),
      { numRuns: 1_000 },
    );
  });

  it('are added only where no action does the same, revived only where none does so already', () => {
    fc.assert(
      fc.property(job, wantedSet, (before, wanted) => {
        const { add, disable, revive } = actionDiff<ActionContent>(before, wanted);
        const known = new Set(before.map(actionKey));
        for (const action of add) expect(known.has(actionKey(action))).toBe(false);
        const byId = new Map(before.map((action) => [action.actionId, action]));
        const enabled = new Set(enabledKeys(before));
        for (const id of revive) {
          const action = byId.get(id);
          expect(action?.isEnabled).toBe(false);
          expect(action && enabled.has(actionKey(action))).toBe(false);
        }
        for (const id of disable) expect(byId.get(id)?.isEnabled).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are enabled or disabled, and taking one out disables it [DEP-19] [DEP-21]', () => {
    const diff = actionDiff<ActionContent>([present(firefox, 'a')], []);
    expect(diff).toEqual({ add: [], disable: ['a'], revive: [] });
    expect(applied([present(firefox, 'a')], diff)).toEqual([present(firefox, 'a', false)]);
  });

  it('come back when the same install choices are selected again, in whatever order they are written [DEP-20]', () => {
    const again = {
      ...firefox,
      choices: { installOptions: { dir: 'C:\\F' }, selectors: { architecture: 'x64', language: 'da' } },
    };
    expect(actionDiff<ActionContent>([present(firefox, 'a', false)], [again])).toEqual({
      add: [],
      disable: [],
      revive: ['a'],
    });
    const other = { ...firefox, choices: { selectors: { language: 'en' } } };
    expect(actionDiff<ActionContent>([present(firefox, 'a', false)], [other])).toMatchObject({
      add: [other],
      revive: [],
    });
  });

  it('that the job lacks are added as new [DEP-22]', () => {
    const remove = { ...firefox, actionType: 'Remove' as const };
    expect(actionDiff<ActionContent>([present(firefox, 'a')], [firefox, remove, remove])).toEqual({
      add: [remove],
      disable: [],
      revive: [],
    });
  });

  it('differ in what they do, not in their number, and a new version is a new action', () => {
    for (const more of [
      { actionType: 'Custom' as const },
      { channelTag: '7zip' },
      { version: '125.0' },
      { configId: 'c1' },
      { isRemoval: true },
      { isSystemBased: false },
      { isMainUser: true },
      { choices: null },
    ])
      expect(actionDiff<ActionContent>([present(firefox, 'a')], [{ ...firefox, ...more }])).toMatchObject({
        add: [{ ...firefox, ...more }],
        disable: ['a'],
      });
  });

  it('of a custom config are compared in the same way: added, disabled, revived [CUST-04]', () => {
    const step = (file: string) => ({ file });
    const has = [
      { ...step('a.msi'), actionId: '1', isEnabled: true },
      { ...step('b.ps1'), actionId: '2', isEnabled: true },
      { ...step('c.exe'), actionId: '3', isEnabled: false },
    ];
    expect(diffBy(has, [step('a.msi'), step('c.exe'), step('d.msp')], ({ file }) => file)).toEqual({
      add: [step('d.msp')],
      disable: ['2'],
      revive: ['3'],
    });
  });
});
