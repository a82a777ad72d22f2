import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What is made and not written: a gallery that was built after the console says nothing about it. */
const isMade = (folder: string): boolean => /[\\/](node_modules|dist|dist-gallery)([\\/]|$)/.test(folder);
const newestIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isMade(entry.parentPath))
    .reduce((newest, { parentPath, name }) => Math.max(newest, statSync(join(parentPath, name)).mtimeMs), 0);

/** The console is built when it is not, or when something it is made of is newer. */
export const buildConsole = (repository: string, say: (text: string) => void): void => {
  const folder = join(repository, 'apps/console');
  const built = join(folder, 'dist/index.html');
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  const sources = [folder, join(repository, 'packages/contract'), join(repository, 'packages/rules')];
  if (sources.every((each) => newestIn(each) <= builtAt)) return;
  say('Building the console');
  execFileSync('vite', ['build', folder, '--logLevel', 'warn'], { cwd: repository, stdio: 'inherit' });
};
