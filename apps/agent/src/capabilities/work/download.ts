import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import type { PackageStatement } from '@patchkeep/orders/statements';
import type { Caller } from '../../checkin/caller.ts';

/** The file is not the one that was vouched for. */
export class WrongFile extends Error {}

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

type PackageFile = Pick<PackageStatement, 'sha256' | 'bytes'> & { kind: string };

/**
 * Fetches a file by its content, going on where an earlier try ended, and gives its path once its bytes are the ones
 * that were signed for. Whatever else arrives is thrown away.
 */
export const download = async (
  caller: Caller,
  folder: string,
  { sha256, bytes, kind }: PackageFile,
  signal: AbortSignal,
): Promise<string> => {
  // The ending matters to Windows; the name is ours and never the server's.
  const path = join(folder, `${sha256}.${kind}`);
  const file = await open(path, 'a', 0o600);
  try {
    let size = await sizeOf(path);
    while (size < bytes) {
      const part = await caller.call(agentApi.file, { sha256, offset: size }, signal);
      const content = Buffer.from(part.content, 'base64');
      if (content.length === 0 || part.offset !== size) break;
      await file.appendFile(content);
      size += content.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if ((await sizeOf(path)) === bytes && (await hashOf(path)) === sha256) return path;
  await rm(path, { force: true });
  throw new WrongFile('The file is not the one that was vouched for.');
};
