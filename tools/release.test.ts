import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const versionOf = (path: string): string => (JSON.parse(read(path)) as { version: string }).version;

test('every package of the repository is of one release', () => {
  const packages = globSync('{apps,packages}/*/package.json', { cwd: root });
  expect(packages.length).toBeGreaterThan(8);
  expect(packages.filter((path) => versionOf(path) !== versionOf('package.json'))).toEqual([]);
});

test('no source says the release itself: it is read from the package', () => {
  const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root });
  const said = new RegExp(`['"\`]${versionOf('package.json').replaceAll('.', '\\.')}['"\`]`);
  const isTest = (path: string): boolean => /\.test\.tsx?$|\/testkit\//.test(path);
  expect(sources.filter((path) => !isTest(path) && said.test(read(path)))).toEqual([]);
});
