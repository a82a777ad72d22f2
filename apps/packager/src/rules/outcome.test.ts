import type { Installer } from '@patchkeep/winget/installers';
import { describe, expect, it } from 'vitest';
import type { Recipe } from '../recipes/recipe.ts';
import { someInstaller } from './installer.factory.ts';
import { outcomeOf } from './outcome.ts';
import { isFinal, type Reason, reasons } from './reasons.ts';

const judge = (installers: Partial<Installer>[], recipe?: Partial<Recipe>, editions = 1) =>
  outcomeOf(
    Array.from({ length: editions }, (_, at) => ({
      packageId: `A.B.${at}`,
      version: '1',
      installers: installers.map(someInstaller),
    })),
    recipe && { channel: 'a', because: 'somebody looked at it', ...recipe },
  );

const removal = { by: 'productCode' } as const;

describe('how an application gets its package', () => {
  it.for([
    ['from the manifest', [{}], 'manifest', []],
    ['from one of its installers', [{ isExplicitOnly: true }, { kind: 'msi' }], 'manifest', []],
    ['by an MSI that says for whom in the file', [{ kind: 'msi', scope: null }], 'manifest', []],
    ['not without a scope', [{ scope: null }], 'needsRecipe', ['scopeUnsaid']],
    ['not beside the old one', [{ upgradeBehavior: 'uninstallprevious' }], 'needsRecipe', ['removesFirst']],
    ['not out of an archive', [{ kind: 'zip', nestedKind: 'inno' }], 'needsRecipe', ['nestedInZip']],
    ['not without a switch', [{ kind: 'exe' }], 'needsRecipe', ['noSilentSwitch']],
    ['not with unclear switches', [{ switches: { Silent: '/A="b"' } }], 'needsRecipe', ['switchesUnclear']],
    ['not when it refuses', [{ upgradeBehavior: 'deny' }], 'notOffered', ['explicitOnly']],
    ['not when only asked for', [{ isExplicitOnly: true }], 'notOffered', ['explicitOnly']],
    ['not when it wants a folder', [{ needsFolder: true }], 'notOffered', ['needsFolder']],
    ['not as MSIX', [{ kind: 'msix' }, { kind: 'portable' }], 'notOffered', ['msix']],
    ['not as a bare program', [{ kind: 'zip', nestedKind: 'portable' }], 'notOffered', ['notAnInstaller']],
    [
      'told by the installer that is nearest',
      [
        { kind: 'exe', scope: null },
        { scope: null, architecture: 'x86' },
        { isExplicitOnly: true, scope: 'user' },
      ],
      'needsRecipe',
      ['scopeUnsaid'],
    ],
  ] as [string, Partial<Installer>[], string, Reason[]][])('%s', ([, installers, outcome, found]) => {
    expect(judge(installers)).toMatchObject({ outcome, reasons: found, reason: found[0] ?? null });
  });

  it('is told apart by edition', () => {
    expect(judge([{}], undefined, 2)).toMatchObject({ outcome: 'needsRecipe', reasons: ['editionUnclear'] });
    expect(judge([{}], { editions: { 'A.B.1': ['b'] } }, 2)).toMatchObject({
      outcome: 'recipe',
      reason: 'editionUnclear',
      ready: [{ edition: 'A.B.1' }],
      variants: 2,
    });
  });

  it('has no manifest, no package', () => {
    expect(outcomeOf([], undefined)).toMatchObject({ outcome: 'notOffered', reason: 'noManifest' });
  });

  it.for([
    ['removesFirst', { upgradeBehavior: 'uninstallprevious' }, { removal }],
    ['scopeUnsaid', { scope: null }, { scope: 'user' }],
    ['nestedInZip', { kind: 'zip', nestedKind: 'inno', nestedFiles: ['a.exe'] }, { runsNested: true }],
    ['noSilentSwitch', { kind: 'exe' }, { arguments: ['--quiet'] }],
    ['switchesUnclear', { switches: { Silent: '/A="b"' } }, { arguments: ['/A=b'] }],
  ] as [Reason, Partial<Installer>, Partial<Recipe>][])('by a recipe against %s', ([reason, installer, recipe]) => {
    expect(judge([installer], recipe)).toMatchObject({ outcome: 'recipe', reason, reasons: [reason], variants: 1 });
  });

  it('needs a recipe for all that is in the way', () => {
    const installer = { upgradeBehavior: 'uninstallprevious', scope: null };
    expect(judge([installer], { removal })).toMatchObject({ outcome: 'needsRecipe', reasons: ['scopeUnsaid'] });
    expect(judge([installer], { removal, scope: 'machine' })).toMatchObject({
      outcome: 'recipe',
      reasons: ['removesFirst', 'scopeUnsaid'],
      ready: [{ scope: 'machine' }],
    });
  });

  it('is refused by a recipe, whatever the manifest says', () => {
    expect(judge([{}], { refused: 'downloadsMore' })).toMatchObject({
      outcome: 'notOffered',
      reason: 'downloadsMore',
      ready: [],
    });
  });

  it('names no reason that a recipe cannot help before one that it can', () => {
    const found = judge([{ isExplicitOnly: true, scope: null, kind: 'exe' }], { scope: 'machine' });
    expect(found).toMatchObject({ outcome: 'notOffered', reasons: ['explicitOnly', 'noSilentSwitch'] });
    const order = (Object.keys(reasons) as Reason[]).map(isFinal);
    expect(order).toEqual(order.toSorted((a, b) => Number(b) - Number(a)));
  });
});
