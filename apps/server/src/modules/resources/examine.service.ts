import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { ResourceFacts } from '@patchkeep/contract/resources';
import { factsOf } from '@patchkeep/evidence/facts';
import { scanFile } from '@patchkeep/evidence/scan';
import { signatureOf } from '@patchkeep/evidence/signature';
import type { FileStore } from '../../platform/files/file-store.ts';
import { isOfItsKind } from './file-kinds.rules.ts';
import type { Quarantine } from './quarantine.service.ts';
import type { Looked } from './resources.repository.ts';
import type { SiteResourceRow } from './resources.tables.ts';
import { type Scanned, scannedAs } from './scanned.rules.ts';

export interface Examiner {
  quarantine: Quarantine;
  files: FileStore;
  /** Socket of the scanner, or host:port; undefined where there is none. */
  clamd: string | undefined;
  /** File of the root certificates under which signatures count. */
  roots: string;
  /** How long the scanner may say nothing at all. */
  silenceMs: number;
}

const none = Buffer.alloc(0);
const without = (scanned: Scanned): Looked => ({ ...scanned, sha256: none, facts: null });
const changed: Looked = without({ state: 'refused', cause: 'changed', found: null });

const sha256Of = async (content: AsyncIterable<Buffer>): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
};

/** What the file says of itself, read apart from everything else; null when it cannot be read: a person types it then. */
const readFacts = async (path: string, roots: string): Promise<ResourceFacts | null> => {
  try {
    const { kind, hasSignature, addedBytes, architecture, versions, product, company, productCode } =
      await factsOf(path);
    const { state, ...signed } = await signatureOf({ path, hasSignature }, roots);
    const by = 'by' in signed ? signed.by : null;
    // A signature holds no bytes that were put beside it.
    const signature = state === 'signed' && addedBytes > 0 ? 'broken' : state;
    const signedBy = signature === 'signed' ? by : null;
    return { kind, architecture, version: versions[0] ?? null, product, company, productCode, signature, signedBy };
  } catch {
    return null;
  }
};

/** Looks at a file that came: its kind, the scanner, what it says of itself. Only then it lies in the store. */
export const examine = async (examiner: Examiner, row: SiteResourceRow, now: Date): Promise<Looked> => {
  const { quarantine, files, clamd, roots, silenceMs } = examiner;
  const seen = await quarantine.look(row.resource_id);
  if (seen?.size !== row.size) return changed;
  if (!isOfItsKind(row.filename, seen.start)) return without({ state: 'refused', cause: 'notItsKind', found: null });
  if (clamd === undefined) return without({ state: 'waiting', cause: 'noScanner', found: null });
  const path = quarantine.pathOf(row.resource_id);
  const before = await sha256Of(quarantine.read(row.resource_id));
  const scanned = scannedAs(await scanFile(path, clamd, silenceMs), now);
  if (scanned.state !== 'clean' && scanned.state !== 'unscannable') return without(scanned);
  const facts = await readFacts(path, roots);
  const staged = await files.stage(quarantine.read(row.resource_id));
  // What the scanner saw is what hosts get.
  if (staged.sha256 !== before) {
    await staged.discard();
    return changed;
  }
  await staged.keep();
  return { ...scanned, sha256: Buffer.from(before, 'hex'), facts };
};
