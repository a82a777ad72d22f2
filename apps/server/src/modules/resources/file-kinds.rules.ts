import type { ResourceCategory, ResourceState } from '@patchkeep/contract/resources';

/** What a file begins with, by its ending; installers of Windows Installer and their transforms look alike. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const beginnings: Record<string, Buffer> = {
  exe: Buffer.from('MZ'),
  msi: compound,
  msp: compound,
  mst: compound,
  cab: Buffer.from('MSCF'),
  deb: Buffer.from('!<arch>\n'),
  rpm: Buffer.from('edabeedb', 'hex'),
};
const ofSettings = new Set(['exe', 'msi', 'msp', 'mst', 'ps1']);
/** As much of a file as its kind is told by. */
export const lookedBytes = 4_096;

const endingOf = (filename: string): string => /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';

/** May a file with this name be brought for this? Further files of custom software are of any kind. */
export const isTaken = (category: ResourceCategory, filename: string): boolean =>
  category === 'installer' || ofSettings.has(endingOf(filename));

/** Is the beginning of a file what its name says? A script is text: it has no zero bytes. */
export const isOfItsKind = (filename: string, start: Buffer): boolean => {
  const ending = endingOf(filename);
  if (ending === 'ps1') return start.length > 0 && !start.includes(0);
  const beginning = beginnings[ending];
  // A program is a program under any name: what shall be started cannot pass as something else.
  if (beginning === undefined) return !start.subarray(0, 2).equals(Buffer.from('MZ')) || ending === 'dll';
  return start.subarray(0, beginning.length).equals(beginning);
};

/** May a file go to hosts, when so many different people have said so? */
export const deployable = (state: ResourceState, people = 1): boolean =>
  state === 'clean' || (state === 'unscannable' && people >= 2);
