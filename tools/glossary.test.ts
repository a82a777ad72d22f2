import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEndpoints, api } from '@patchkeep/contract/api';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const columns = 4;
const entries = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|(---| Word )/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const words = entries.map(([word = '']) => word.toLowerCase());
const namesInCode = entries.flatMap(([, , , names = '']) =>
  [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
);

const modules = readdirSync(join(root, 'apps/server/src/modules'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const migrations = globSync('apps/server/migrations/*.sql', { cwd: root })
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');
const tables = [...migrations.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name);
const known = new Set([...modules, ...Object.keys(api), ...tables]);

/** Wire names that no longer carry the glossary's word, each with the word it stands for. */
const wireNames = new Map([
  ['advanced-customization-prefill-data', 'custom setting'],
  ['change-password', 'account'],
  ['deploy', 'deployment job'],
  ['ehlo', 'handshake'],

  ['error', 'error report'],
  ['events', 'hint'],
  ['goal', 'deployment job'],
  ['login', 'session'],
  ['logout', 'session'],
  ['mfa', 'second factor'],
  ['settings', 'site module'],
  ['tagv2', 'tag'],
  ['upgrade-custom-config', 'custom setting'],
  ['updates', 'windows update'],
  ['win-update-list', 'windows update'],
]);
const routes = [...new Set(allEndpoints.map(({ path }) => path.split('/')[1] ?? ''))];
const singular = (name: string): string => name.replaceAll(/ies(?=-|$)/g, 'y').replaceAll(/s(?=-|$)/g, '');
/** Whether the name of a route has a word of the glossary among its parts. */
const hasWord = (route: string): boolean =>
  words.some((word) => `-${singular(route)}-`.includes(`-${singular(word.replaceAll(' ', '-'))}-`));

const twice = (given: readonly string[]): string[] => given.filter((one, at) => given.indexOf(one) < at);

describe('docs/glossary.md', () => {
  it('has a word, a meaning, words not to use and names in the code in every row', () => {
    expect(entries.length).toBeGreaterThan(80);
    expect(entries.filter((cells) => cells.length !== columns || cells[0] === '' || cells[1] === '')).toEqual([]);
  });

  it('defines no word twice', () => {
    expect(twice(words)).toEqual([]);
  });

  it('puts no name of the code under two words', () => {
    expect(twice(namesInCode)).toEqual([]);
  });

  it('knows every module, family of endpoints and table, and no other', () => {
    expect([...known].filter((name) => !namesInCode.includes(name))).toEqual([]);
    expect(namesInCode.filter((name) => !known.has(name))).toEqual([]);
  });

  it('has a word for what every route of the contract is about', () => {
    expect(routes.filter((route) => !hasWord(route) && !wireNames.has(route))).toEqual([]);
    expect([...wireNames.values()].filter((word) => !words.includes(word))).toEqual([]);
    expect([...wireNames.keys()].filter((route) => !routes.includes(route) || hasWord(route))).toEqual([]);
  });
});
