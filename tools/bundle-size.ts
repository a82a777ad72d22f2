import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Holds the JavaScript of the first screen (the shell and the dashboard) below its budget. */
const budgetKb = 220;
const dist = resolve(import.meta.dirname, '../apps/console/dist');
/** What a browser fetches before the dashboard stands: the page's entry, and the chunk its route draws. */
const firstScreen = ['index.html', 'src/app/routes/not-built.tsx'];

interface Chunk {
  file: string;
  imports?: string[];
}
const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;

const reached = new Map<string, string>();
const reach = (key: string): void => {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk for ${key}; is the list of the first screen out of date?`);
  if (reached.has(key)) return;
  reached.set(key, chunk.file);
  for (const imported of chunk.imports ?? []) reach(imported);
};
for (const key of firstScreen) reach(key);

const files = [...new Set(reached.values())].filter((file) => file.endsWith('.js'));
const sizes = [...files, 'theme.js']
  .map((file) => ({ file, bytes: gzipSync(readFileSync(`${dist}/${file}`), { level: 9 }).length }))
  .toSorted((a, b) => b.bytes - a.bytes);
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
for (const { file, bytes } of sizes) console.log(`${(bytes / 1024).toFixed(1).padStart(8)} KB  ${file}`);
console.log(`${(total / 1024).toFixed(1).padStart(8)} KB  first screen, gzipped; the budget is ${budgetKb} KB`);
if (total > budgetKb * 1024) {
  console.error('The first screen is over its budget.');
  process.exitCode = 1;
}
