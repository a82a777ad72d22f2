import { describe, expect, it } from 'vitest';
import { choose, type ConfigAbility, type ConfigChoice, configFlags, nothingChosen } from './choices.ts';

const answers = [true, false] as const;
const fourOf = <T>(make: (one: boolean, two: boolean, three: boolean, four: boolean) => T): T[] =>
  answers.flatMap((one) =>
    answers.flatMap((two) => answers.flatMap((three) => answers.map((four) => make(one, two, three, four)))),
  );

const everyChoice: ConfigChoice[] = fourOf((one, two, three, four) => ({
  isSetToInstallSystemBased: one,
  isSetToInstallUserBased: two,
  isSetToRemoveSystemBased: three,
  isSetToRemoveUserBased: four,
}));
const everyAbility: ConfigAbility[] = fourOf((one, two, three, four) => ({
  isInstallableSystemBased: one,
  isInstallableUserBased: two,
  isRemovableSystemBased: three,
  isRemovableUserBased: four,
}));

describe('choosing to install or remove', () => {
  it.each([
    ['isSetToInstallSystemBased', 'isSetToRemoveSystemBased'],
    ['isSetToInstallUserBased', 'isSetToRemoveUserBased'],
    ['isSetToRemoveSystemBased', 'isSetToInstallSystemBased'],
    ['isSetToRemoveUserBased', 'isSetToInstallUserBased'],
  ] as const)('%s unsets %s, and nothing else, whatever was chosen before [DEP-25]', (chosen, opposite) => {
    for (const before of everyChoice)
      expect(choose(before, chosen)).toEqual({ ...before, [chosen]: true, [opposite]: false });
  });

  it('never leads to installing and removing the same', () => {
    const names = Object.keys(nothingChosen) as (keyof ConfigChoice)[];
    for (const first of names)
      for (const second of names)
        for (const third of names) {
          const all = choose(choose(choose(nothingChosen, first), second), third);
          expect(all[third]).toBe(true);
          expect(all.isSetToInstallSystemBased && all.isSetToRemoveSystemBased).toBe(false);
          expect(all.isSetToInstallUserBased && all.isSetToRemoveUserBased).toBe(false);
        }
  });
});

describe('what a config says of itself', () => {
  it('follows from what it can do, what was chosen and whether it is configured [DEP-10]', () => {
    for (const ability of everyAbility)
      for (const choice of everyChoice)
        for (const isConfigured of answers) {
          const flags = configFlags(ability, choice, isConfigured);
          const abilities = Object.entries(ability).filter(([, is]) => is);
          const isAble = (word: string) => abilities.some(([name]) => name.startsWith(word));
          expect(flags).toEqual({
            ...ability,
            ...choice,
            isConfigured,
            isInstallable: isAble('isInstallable'),
            isRemovable: isAble('isRemovable'),
            isSetToInstall: choice.isSetToInstallSystemBased || choice.isSetToInstallUserBased,
            isSetToRemove: choice.isSetToRemoveSystemBased || choice.isSetToRemoveUserBased,
            isEmpty: abilities.length === 0,
          });
        }
  });
});
