import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { dataFolder } from './data-folder.ts';

const open = mkdtempSync(join(tmpdir(), 'patchkeep-open-'));
chmodSync(open, 0o755);
const home = join(open, 'home');
mkdirSync(join(home, '.dev'), { recursive: true });
chmodSync(home, 0o700);
afterAll(() => rmSync(open, { recursive: true }));

it('keeps the database in the checkout where its account can walk in', () => {
  expect(dataFolder(open, true)).toBe(join(open, 'postgres'));
});

it('keeps it under /var/tmp when root works in a private home, always the same folder', () => {
  const folder = dataFolder(join(home, '.dev'), true);
  expect(folder).toMatch(/^\/var\/tmp\/patchkeep-dev-[0-9a-f]{12}$/);
  expect(dataFolder(join(home, '.dev'), true)).toBe(folder);
});

it('stays in a private home for its owner', () => {
  expect(dataFolder(join(home, '.dev'), false)).toBe(join(home, '.dev', 'postgres'));
});
