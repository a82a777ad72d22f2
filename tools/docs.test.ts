import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listFiles } from './check/list-files.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const pages = (await listFiles(repository)).filter((file) => file.endsWith('.md'));
const read = (file: string) => readFileSync(join(repository, file), 'utf8');

describe('the documents', () => {
  it.for(pages)('%s links only to what exists', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to]) => to ?? '');
    const lost = links.filter((to) => !/^[a-z]+:/.test(to) && !existsSync(join(repository, dirname(page), to)));
    expect(lost).toEqual([]);
  });

  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run ([a-z][a-z0-9:-]*)/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
  });
});
