import { readFileSync } from 'node:fs';
import { changelog } from '@patchkeep/contract/changelog';
import { expect, it } from 'vitest';
import manifest from '../../../../../package.json' with { type: 'json' };
import { parseChangelog } from './changelog.rules.ts';

const file = readFileSync(new URL('../../../../../CHANGELOG.md', import.meta.url), 'utf8');

it('reads versions, dates, sections and entries in their order, and these are its fields [CONF-15]', () => {
  const text =
    '# Changelog\n\nIntroduction.\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-15\n\n### Fixed\n\n- One.\n- Two.\n';
  expect(parseChangelog(text)).toEqual([
    { version: 'Unreleased', released: null, sections: [] },
    { version: '1.2.0', released: '2026-11-15', sections: [{ title: 'Fixed', entries: ['One.', 'Two.'] }] },
  ]);
  const given = { versions: parseChangelog(text) };
  expect(changelog.list.response.parse(given)).toEqual(given);
});

it.each([
  ['## 1.2.0', 'is not a version with its date'],
  ['## [1.2.0] - yesterday', 'is not a version with its date'],
  ['## [1.2.0] - 2026-11-15\n### Improved', 'is not a section'],
  ['## [1.2.0] - 2026-11-15\n- An entry without a section', 'belongs to no section'],
  ['## [1.2.0] - 2026-11-15\n### Fixed\nA line that is no entry', 'belongs to no section'],
])('refuses %j', (text, reason) => {
  expect(() => parseChangelog(text)).toThrow(reason);
});

it('the changelog of this release names the version of the product as the newest release', () => {
  const versions = parseChangelog(file);
  changelog.list.response.parse({ versions });
  expect(versions.find(({ released }) => released !== null)?.version).toBe(manifest.version);
});
