import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Word = { pattern: RegExp; why: string; within?: RegExp };

// Spelled apart, so that this file does not find itself.
const homes = ['work', 'root', 'home/[a-z]+'].join('|');
const always: Word[] = [
  { pattern: new RegExp(`(?<![\\w.~-])/(${homes})/`), why: 'an absolute path of one machine' },
  { pattern: /"resolved": "https?:/, why: 'a registry address in a lockfile' },
  // What a screen shows comes in its time; a look without patience is red on a slower day.
  {
    // Pattern: read over single lines of our own journeys.
    pattern: /expect\(.*await .*\.(allTextContents|boundingBox|count|getAttribute|inputValue|is[A-Z]\w+|textContent)\(/,
    why: 'a journey that looks once: await expect.poll(...)',
    within: /^e2e\//,
  },
  // A fixed wait is too long on a quick machine and too short on a slow one.
  {
    pattern: new RegExp(['waitFor', 'Timeout\\('].join('')),
    why: 'a fixed wait: wait for what the page shows, or for settled(page)',
  },
];

/** Nothing in the repository may depend on where one of us works. */
export async function findForbiddenWords(tree: string, files: string[]): Promise<string[]> {
  const forbidden = [...always, ...(await registryOfThisMachine(tree))];
  return files.flatMap((file) => {
    const bytes = readFileSync(join(tree, file));
    // A NUL byte means a picture or another binary; its bytes are not words.
    if (bytes.includes(0)) return [];
    const lines = bytes.toString('utf8').split('\n');
    return lines.flatMap((line, index) =>
      forbidden
        .filter(({ pattern, within }) => (within?.test(file) ?? true) && pattern.test(line))
        .map(({ why }) => `${file}:${index + 1}: ${why}`),
    );
  });
}

/** Asked, not written down: the name of the registry a machine installs from has no place in the repository. */
async function registryOfThisMachine(tree: string): Promise<Word[]> {
  const { stdout } = await run('npm', ['config', 'get', 'registry'], { cwd: tree });
  const host = new URL(stdout.trim()).host;
  return [{ pattern: new RegExp(host.replaceAll('.', '\\.')), why: 'the name of a package registry' }];
}
