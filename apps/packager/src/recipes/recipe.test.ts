import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { starterChannels } from '@patchkeep/starter/channels';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRecipes } from './recipe.ts';
import { loadRecipes, recipesFolder } from './recipes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const because = 'somebody has looked at the installer';
const one = (recipe: object) => readRecipes('some.json', JSON.stringify([{ channel: '7-zip', because, ...recipe }]));

describe('recipes', () => {
  it('that ship are valid, each of a channel of the starter', () => {
    const tags = new Set(starterChannels.map(({ tag }) => tag));
    const recipes = loadRecipes(recipesFolder);
    expect(recipes.size).toBeGreaterThan(30);
    expect([...recipes.keys()].filter((tag) => !tags.has(tag))).toEqual([]);
  });

  it('are read as they are written', () => {
    const recipe = {
      signers: [{ organisation: 'Igor Pavlov', country: 'RU' }],
      scope: 'machine',
      runsNested: true,
      removal: { by: 'uninstallEntry', arguments: ['/S'] },
      arguments: ['/S'],
      options: { server: { maxLength: 100, values: null } },
      programs: ['7zFM.exe'],
      editions: { '7zip.7zip': ['7-zip'] },
      exitCodes: { success: [1000], restart: [3010] },
      isInstallable: true,
      needs: ['winrar'],
    };
    expect(one(recipe)).toEqual([{ channel: '7-zip', because, ...recipe }]);
  });

  it.for([
    [{ channel: 'no-such' }, /no channel of the starter/],
    [{ because: 'short' }, /Too small/],
    [{ surprise: 1 }, /Unrecognized key/],
    [{ scope: 'both' }, /Invalid option/],
    [{ signers: [{ organisation: 'A', country: 'RU' }], isUnsigned: true }, /signers of what nobody signs/],
    [{ removal: { by: 'uninstallEntry' } }, /expected array/],
    [{ removal: { by: 'productCode', arguments: ['/x'] } }, /Unrecognized key/],
    [{ programs: ['..\\a.exe'] }, /Invalid string/],
    [{ refused: 'msix' }, /Invalid option/],
    [{ editions: { 'Other.Id': ['7-zip'] } }, /Other\.Id is not of this channel/],
    [{ editions: { '7zip.7zip': ['winrar'] } }, /no copy is called winrar/],
    [{ editions: { '7zip.7zip': ['7-zip', '7-zip'] } }, /a name stands for two editions/],
    [{ needs: ['no-such'] }, /there is no channel no-such/],
  ] as const)('that are wrong are refused: %o', ([recipe, message]) => {
    expect(() => one(recipe)).toThrow(message);
  });

  it('never bring a remote-access tool where it is not', () => {
    expect(() => one({ channel: 'anydesk', isInstallable: true })).toThrow('a remote-access tool is only ever updated');
    expect(one({ isInstallable: true })).toHaveLength(1);
  });

  it('are refused when they are no JSON, or two of one channel', () => {
    expect(() => readRecipes('some.json', '{')).toThrow('some.json is no JSON');
    const text = JSON.stringify([{ channel: '7-zip', because }]);
    writeFileSync(join(folder, 'a.json'), text);
    expect([...loadRecipes(folder).keys()]).toEqual(['7-zip']);
    writeFileSync(join(folder, 'b.json'), text);
    expect(() => loadRecipes(folder)).toThrow('b.json: 7-zip has a recipe already');
  });
});
