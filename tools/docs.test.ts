import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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

  it('link every picture that is kept', async () => {
    const kept = (await listFiles(repository)).filter((file) => file.startsWith('docs/visual/'));
    const text = pages.map((page) => read(page)).join('\n');
    expect(kept.filter((file) => !text.includes(file.replace('docs/', '')))).toEqual([]);
  });

  it('list every decision on the architecture by its title', () => {
    const titled = pages.flatMap((page) => {
      const file = /^docs\/adr\/(\d{4}-.*)$/.exec(page)?.[1];
      const title = /^# (\d+)\. (.+)$/m.exec(read(page));
      return file ? [`${title?.[1]}. [${title?.[2]}](${file})`] : [];
    });
    const listed = read('docs/adr/README.md')
      .split('\n')
      .filter((line) => /^\d+\. /.test(line));
    expect(listed).toEqual(titled);
  });

  it('show modules and rooms in the order of the dependency rules', () => {
    const { forbidden } = createRequire(import.meta.url)('../dependency-rules.cjs') as {
      forbidden: { name: string; from: { path?: string } }[];
    };
    // A rule ends with the folder it is about: .../hosts/(agents)/
    const ruled = (name: string): string[] =>
      forbidden.flatMap((rule) => (rule.name === name ? (rule.from.path ?? '').replace(/[\^()]|\/$/g, '') : []));
    const page = read('docs/architecture.md');
    const inOrder = (text = ''): string[] => text.split(/ → |, /);
    const modules = 'apps/server/src/modules';
    const shown = inOrder(/Lowest first: `([^`]+)`/.exec(page)?.[1]).map((name) => `${modules}/${name}`);
    expect(shown).toEqual(ruled('modules-call-leftwards').filter((folder) => existsSync(join(repository, folder))));
    const rooms = [...page.matchAll(/^\| (console )?`([\w/-]+)` \| `([^`]+)` \|$/gm)].flatMap(([, side, of, order]) =>
      inOrder(order).map((room) => `${side ? 'apps/console/src' : modules}/${of}/${room}`),
    );
    expect(rooms).toEqual(ruled('rooms-call-leftwards'));
  });

  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run ([a-z][a-z0-9:-]*)/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([]);
  });
});
