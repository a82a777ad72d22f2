import type { ResourceCause, ResourceState } from '@patchkeep/contract/resources';
import type { Scan } from '@patchkeep/evidence/scan';

export interface Scanned {
  state: ResourceState;
  cause: ResourceCause | null;
  found: string | null;
}

const weekMs = 7 * 86_400_000;
const because = (state: ResourceState, cause: ResourceCause, found: string | null = null): Scanned => ({
  state,
  cause,
  found,
});

/** What a scan says of a file. Only the scanner's own word on the whole file, by signatures of this week, is "clean". */
export const scannedAs = (scan: Scan, now: Date): Scanned => {
  if (scan.state === 'notScanned')
    return scan.why.includes('size limit exceeded')
      ? because('unscannable', 'limits')
      : because('waiting', 'scannerSilent');
  if (scan.state === 'inPart') return because('unscannable', 'limits');
  if (scan.state === 'infected')
    return scan.found.startsWith('Heuristics.Encrypted')
      ? because('unscannable', 'encrypted')
      : because('refused', 'found', scan.found.slice(0, 200));
  const { databaseOf } = scan;
  return databaseOf === null || now.getTime() - databaseOf > weekMs
    ? because('unscannable', 'oldSignatures')
    : { state: 'clean', cause: null, found: null };
};
