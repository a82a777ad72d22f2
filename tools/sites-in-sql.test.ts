import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../apps/server/src');

/** Beside the policy's own list, a second list of sites is searched pair by pair: see `inSites`. */
const secondList = /site_id'?(?:, '=', sql<string>`| = )any\(\$\{/;

test('queries over many sites name them by inSites', () => {
  const naming = globSync('**/*.ts', { cwd: sources })
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => secondList.test(readFileSync(join(sources, path), 'utf8')));
  expect(naming).toEqual([]);
});
