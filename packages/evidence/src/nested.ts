import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { writeOwnInSandbox } from './sandbox.ts';

/** The archive does not hold the installer that the manifest names, or not in a way that can be unpacked. */
export class NotUnpacked extends Error {}

/** The size of the largest file that is fetched. */
const usualMost = 4 * 1024 ** 3;

/**
 * Unpacks one file of an archive, in the sandbox, to a path of ours: no name in the archive becomes one on this
 * machine. Gives what a statement says of the file, which is vouched for by itself.
 */
export const unpackNested = async (
  archive: string,
  name: string,
  path: string,
  mostBytes = usualMost,
): Promise<{ sha256: string; bytes: number }> => {
  const file = await open(path, 'wx');
  let problem: string | undefined;
  try {
    const program = new URL('./read-nested.ts', import.meta.url);
    const into = { file: file.fd, mostBytes };
    problem = await writeOwnInSandbox(program, [name, String(mostBytes)], { '/file': archive }, into);
    await file.sync();
  } finally {
    await file.close();
  }
  if (problem !== undefined) throw new NotUnpacked(problem);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { sha256: hash.digest('hex'), bytes: (await stat(path)).size };
};
