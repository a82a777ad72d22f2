import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runInSandbox, runOwnInSandbox } from './sandbox.ts';

/** Who signs the files of a vendor. A certificate lives for days or years; these three stay. */
export const publisher = z.strictObject({
  organisation: z.string().min(1).max(300),
  country: z.string().min(2).max(3),
  /** The SHA-256 of the root certificate. */
  root: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Publisher = z.output<typeof publisher>;

export type Signature = { state: 'signed'; by: Publisher } | { state: 'unsigned' } | { state: 'broken' };

/** The signature of the file as osslsigncode takes it out; undefined when it finds none that it can read. */
const takeOut = async (path: string): Promise<Buffer | undefined> => {
  const script = 'osslsigncode extract-signature -in /file -out /tmp/signature >/dev/null 2>&1 && cat /tmp/signature';
  const { code, output } = await runInSandbox({ tool: '/bin/sh', args: ['-c', script], files: { '/file': path } });
  return code === 0 && output.length > 0 ? output : undefined;
};

const readPublisher = async (signature: Buffer, roots: string): Promise<Publisher | undefined> => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'patchkeep-signature-'));
  const file = join(folder.path, 'signature');
  await writeFile(file, signature);
  const program = new URL('./read-signer.ts', import.meta.url);
  const given = await runOwnInSandbox(program, { '/signature': file, '/roots': roots });
  return publisher.safeParse(given).data;
};

/**
 * Whether a file is signed by somebody under one of our roots, and by whom. The exit code of osslsigncode decides; the
 * names come from the fields of the certificate, because printed text can hold anything. `-index 0`: a good signature
 * nested in a foreign one would count otherwise. It may not fetch lists of revoked certificates: it has no network.
 */
export const signatureOf = async (
  { path, hasSignature }: { path: string; hasSignature: boolean },
  roots: string,
): Promise<Signature> => {
  if (!hasSignature) return { state: 'unsigned' };
  const args = ['verify', '-index', '0', '-ignore-crl', '-CAfile', '/roots', '-TSA-CAfile', '/roots', '-in', '/file'];
  const { code } = await runInSandbox({ tool: 'osslsigncode', args, files: { '/file': path, '/roots': roots } });
  if (code !== 0) return { state: 'broken' };
  const signature = await takeOut(path);
  const by = signature && (await readPublisher(signature, roots));
  return by ? { state: 'signed', by } : { state: 'broken' };
};
