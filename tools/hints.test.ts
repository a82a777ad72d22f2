import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consoleHints, serverHints } from '@patchkeep/contract/hints';
import { expect, test } from 'vitest';
import { keysWithoutHint } from '../apps/console/src/lib/query-keys.ts';

const root = join(import.meta.dirname, '..');

/** Every text that the pattern's first group takes from the sources below a folder, tests left out. */
const found = (folder: string, pattern: RegExp): string[] =>
  globSync('**/*.{ts,tsx}', { cwd: join(root, folder) })
    .filter((path) => !/\.test\.tsx?$|^testkit\/|^gallery\//.test(path))
    .flatMap((path) => [...readFileSync(join(root, folder, path), 'utf8').matchAll(pattern)])
    .map(([, word = '']) => word);
const words = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [...text.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word));
const sorted = (texts: Iterable<string>): string[] => [...new Set(texts)].toSorted();

const emitted = sorted([
  ...found('apps/server/src', /\bthing: '(\w+)'/g),
  // An act on a thing of a site is written down and told under one word.
  // Pattern: read over our own source.
  ...found('apps/server/src', /\brecord(?:Host|Site)Act\(\s*context,\s*[^,]+,\s*'(\w+)'/g),
]);
const heardByServer = sorted(found('apps/server/src', /\bthing (?:===|!==) '(\w+)'/g));
const queryKeys = sorted(found('apps/console/src', /\bqueryKey: \['([\w-]+)'/g));
const alsoHeard = sorted(words(found('apps/console/src', /\balsoOf(?::| =) \[([^\]]*)\]/g)));

test('every word of the list is sent by the server, and the server sends no other', () => {
  expect(emitted).toEqual(sorted([...consoleHints, ...serverHints]));
});
test('every word for consoles is heard by an answer that a console shows', () => {
  const heard = new Set([...queryKeys, ...alsoHeard]);
  expect(consoleHints.filter((word) => !heard.has(word))).toEqual([]);
});
test('every answer of the console listens to a word that is sent, or says why none is about it', () => {
  const toldToConsoles: readonly string[] = consoleHints;
  expect(alsoHeard.filter((word) => !toldToConsoles.includes(word))).toEqual([]);
  expect(queryKeys.filter((word) => !toldToConsoles.includes(word))).toEqual(sorted(Object.keys(keysWithoutHint)));
});
test('every word for server processes is heard by one, and they listen to none that is not sent', () => {
  expect(serverHints.filter((word) => !heardByServer.includes(word))).toEqual([]);
  expect(heardByServer.filter((word) => !emitted.includes(word))).toEqual([]);
});
