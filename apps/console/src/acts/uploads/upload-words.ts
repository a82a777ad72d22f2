import type { ResourceCause, SiteResource } from '@patchkeep/contract/resources';

const causes: Record<ResourceCause, string> = {
  noScanner: 'It waits: this server has no scanner. Ask its operator.',
  scannerSilent: 'It waits: the scanner does not answer. It is tried again by itself.',
  limits: 'Not scanned: it is larger or deeper than the scanner looks.',
  encrypted: 'Not scanned: it is encrypted.',
  oldSignatures: 'Not scanned: the scanner has no signatures of this week.',
  beforeScans: 'Not scanned: it was uploaded before files were examined. Upload it again.',
  found: 'Refused: the scanner knows it.',
  notItsKind: 'Refused: it is not what its name says.',
  changed: 'Refused: it is no longer the file that was uploaded.',
};

/** How far a file is that the server has, and what is the matter with it. */
export const uploadWords = ({
  state,
  cause,
  found,
}: Pick<SiteResource, 'state' | 'cause' | 'found'>): { tone: 'quiet' | 'warning' | 'danger'; text: string } => {
  const tone = state === 'refused' ? 'danger' : state === 'unscannable' ? 'warning' : 'quiet';
  if (cause !== null) return { tone, text: found === null ? causes[cause] : `Refused: the scanner calls it ${found}.` };
  if (state === 'clean') return { tone, text: 'Examined: the scanner knows nothing bad of it.' };
  if (state === 'receiving') return { tone, text: 'Parts of it are missing.' };
  return { tone, text: state === 'examining' ? 'It is being examined.' : 'It waits to be examined.' };
};
