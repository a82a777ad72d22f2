import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Holds the JavaScript of the first screen (the shell and the dashboard) below its budget. */
const budgetKb = 200;
const dist = resolve(import.meta.dirname, '../apps/console/dist');
/** What a browser fetches before the dashboard stands: the page's entry, and the chunk its route draws. */
const firstScreen = ['index.html', 'src/app/routes/dashboard.tsx'];
/** Fetched at once when the first screen stands: the charts, the menus of the header and of the dashboard, the dialog of errors. Told, but not held to the budget. */
const rightAfter = [
  'src/app/errors/exception-dialog.tsx',
  'src/features/dashboards/dashboard-toolbar.tsx',
  'src/app/shell/site-switcher.tsx',
  'src/app/shell/user-menu.tsx',
];

interface Chunk {
  file: string;
  imports?: string[];
}
const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;

const reach = (keys: readonly string[], files = new Set<string>()): Set<string> => {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk for ${key}; is the list of the first screen out of date?`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    reach(chunk.imports ?? [], files);
  }
  return files;
};
const gzipped = (file: string) => gzipSync(readFileSync(`${dist}/${file}`), { level: 9 }).length;
const sum = (files: string[]) => files.reduce((total, file) => total + gzipped(file), 0);
const line = (bytes: number, words: string) => console.log(`${(bytes / 1024).toFixed(1).padStart(8)} KB  ${words}`);

const first = ['prelude.js', ...reach(firstScreen)].filter((file) => file.endsWith('.js'));
const after = [...reach(rightAfter)].filter((file) => file.endsWith('.js') && !first.includes(file));
for (const file of first.toSorted((a, b) => gzipped(b) - gzipped(a))) line(gzipped(file), file);
line(sum(after), 'right after: the charts, the menus of the header and of the dashboard, the dialog of errors');
line(sum(first), `first screen, gzipped; the budget is ${budgetKb} KB`);
/** Fetched only where somebody chooses a password. */
const estimator = 'src/acts/passwords/strength.ts';
const estimatorKb = 60;
const judging = manifest[estimator]?.file ?? '';
line(gzipped(judging), `the estimator of passwords and its words; the budget is ${estimatorKb} KB`);
if (first.includes(judging) || gzipped(judging) > estimatorKb * 1024) {
  console.error('The estimator of passwords is over its budget, or part of the first screen.');
  process.exitCode = 1;
}
if (sum(first) > budgetKb * 1024) {
  console.error('The first screen is over its budget.');
  process.exitCode = 1;
}
