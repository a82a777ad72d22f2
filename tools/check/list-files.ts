import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What git holds or would hold, so that a file is judged before it is committed. Broken examples are not ours to judge. */
export async function listFiles(tree: string): Promise<string[]> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: tree,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout
    .split('\0')
    .filter(
      (file) =>
        file !== '' &&
        !file.startsWith('tools/broken/') &&
        lstatSync(join(tree, file), { throwIfNoEntry: false })?.isFile() === true,
    );
}
