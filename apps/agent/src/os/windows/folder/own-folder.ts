import { ForeignFolder } from '../../foreign-folder.ts';
import { askOwnProgram } from '../own-program.ts';
import { parseSddl } from './sddl.ts';

/** The system, its administrators, the first administrator's account and Windows' own installer. */
const trusted: ReadonlySet<string> = new Set([
  'SY',
  'S-1-5-18',
  'BA',
  'S-1-5-32-544',
  'LA',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);
/** Stand for the owner, who is judged already. */
const ownerItself: ReadonlySet<string> = new Set(['CO', 'S-1-3-0', 'OW', 'S-1-3-4']);

const reparsePoint = 0x400;
const readOnly = 0x8000_0000 + 0x2000_0000 + 0x12_00a9;
/** Delete, delete a child, change the list, take ownership, everything: enough to put another folder in the place. */
const replacing = 0x1000_0000 + 0xd_0040;

/** By the place of a path: whether somebody else may have these rights there. In ProgramData everybody may add folders. */
const isTooMuch: Readonly<Record<string, (rights: number) => boolean>> = {
  parent: (rights) => (rights & replacing) !== 0,
  folder: (rights) => rights !== 0,
  entry: (rights) => (rights & ~readOnly) !== 0,
};

/**
 * Judges what `patchkeep-service.exe describe-folder` printed: one line for whoever this process is, then one for each
 * folder from the drive down to the state folder, and one for everything in it. Gives whether the folder is there.
 */
export const judgeDescription = (printed: string): boolean => {
  const lines = printed.split(/\r?\n/).filter(Boolean);
  const [first, ...rest] = lines.map((line) => line.split('\t'));
  const self = first?.[0] === 'self' ? (first[2] ?? '') : '';
  if (self === '') throw new Error('The agent could not find out whose its state folder is');
  const isTrusted = (sid: string): boolean => trusted.has(sid) || sid === self;
  for (const [kind = '', attributes = '', sddl = '', path = ''] of rest) {
    if (kind === 'missing') return false;
    if ((Number.parseInt(attributes, 16) & reparsePoint) !== 0)
      throw new ForeignFolder(path, 'is a link or a junction');
    const descriptor = parseSddl(sddl);
    const tooMuch = isTooMuch[kind];
    if (!descriptor || !tooMuch) throw new ForeignFolder(path, 'has an access list that cannot be read');
    if (!isTrusted(descriptor.owner))
      throw new ForeignFolder(path, `belongs to ${descriptor.owner}, not to the system or its administrators`);
    const other = descriptor.aces.find(
      ({ isAllowing, isInheritOnly, rights, sid }) =>
        isAllowing && !isInheritOnly && !isTrusted(sid) && !ownerItself.has(sid) && tooMuch(rights),
    );
    if (other) throw new ForeignFolder(path, `is open to ${other.sid}`);
  }
  if (!rest.some(([kind]) => kind === 'folder'))
    throw new Error('The agent could not find out whose its state folder is');
  return true;
};

/** Makes the folder, private from its first moment, where it is missing; refuses one that is not ours. */
export const claimFolder = async (directory: string): Promise<void> => {
  if (judgeDescription(await askOwnProgram('describe-folder', directory))) return;
  await askOwnProgram('make-folder', directory);
  if (!judgeDescription(await askOwnProgram('describe-folder', directory)))
    throw new Error(`The agent could not make its state folder ${directory}`);
};
