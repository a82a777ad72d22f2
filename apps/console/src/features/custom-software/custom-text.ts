import type { ApproverKeyShown, CustomConfig, customKinds, ToSign } from '@patchkeep/contract/custom-software';
import { dayOf } from '../../ui/days.ts';
import { formatBytes, formatCount } from '../../ui/format.ts';

export type CustomKind = (typeof customKinds)[number];
type Signature = ToSign['signatures'][number];

export const kindText: Record<CustomKind, string> = {
  msi: 'MSI',
  msp: 'MSP patch',
  exe: 'EXE',
  ps1: 'PowerShell',
  deb: 'Debian package',
  sh: 'Shell script',
};

/** Those who signed: two keys of one person are one person. */
export const signersOf = (signatures: readonly Signature[]): string[] => [
  ...new Map(signatures.map(({ userAccountUuid, name }) => [userAccountUuid, name])).values(),
];
/** People behind keys. */
export const peopleOf = (keys: readonly Pick<ApproverKeyShown, 'userAccountUuid' | 'name'>[]): string[] => [
  ...new Map(keys.map(({ userAccountUuid, name }) => [userAccountUuid, name])).values(),
];

/** "1 of 2" */
export const signedText = ({ signatures, neededCount }: Pick<CustomConfig, 'signatures' | 'neededCount'>): string =>
  `${signersOf(signatures).length} of ${neededCount}`;

type Standing = Pick<CustomConfig, 'state' | 'signatures' | 'neededCount' | 'expiresAt'>;

/** How custom software stands, in a few words. */
export const stateText = (config: Standing, timeZone?: string): string => {
  if (config.state === 'draft') return 'Draft';
  if (config.state === 'awaitsSignatures') return `Waits for signatures ${signedText(config)}`;
  if (config.state !== 'vouched') return 'Must be signed anew';
  return config.expiresAt === null ? 'Vouched' : `Vouched until ${dayOf(config.expiresAt, timeZone)}`;
};

/** Why it stands so, and what to do. */
export const stateDetail = ({ state, missing }: Pick<CustomConfig, 'state' | 'missing'>): string => {
  if (missing.length > 0) return missing.map((each) => each.replace(/\.?$/, '.')).join(' ');
  if (state === 'draft') return 'Approvers cannot sign it yet.';
  if (state === 'awaitsSignatures') return 'Hosts run it once enough approvers have signed it.';
  if (state === 'expired') return 'What the approvers signed has expired. Hosts refuse it until it is signed again.';
  if (state === 'approversChanged')
    return 'Other people vouch for this site now. Hosts refuse it until they have signed it.';
  return 'Hosts run it when a job asks for it.';
};

export const maySign = ({ state, missing }: Pick<CustomConfig, 'state' | 'missing'>): boolean =>
  missing.length === 0 && state !== 'draft' && state !== 'vouched';

export const mainFileOf = ({ files, taskSpec }: Pick<CustomConfig, 'files' | 'taskSpec'>) =>
  files.find(({ siteResourceTag }) => siteResourceTag === taskSpec.mainFile);

/** "2 files, 80.4 MB" */
export const filesText = ({ files }: Pick<CustomConfig, 'files'>): string => {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return `${formatCount(files.length, 'file')}, ${formatBytes(bytes)}`;
};

export const recognitionText = (recognition: CustomConfig['taskSpec']['recognition']): string => {
  if (recognition === null) return 'Nothing: the word of its installer has to do';
  if (recognition.by === 'productCode') return `Product code ${recognition.productCode}`;
  return `Name "${recognition.name}"${recognition.version === null ? '' : `, version ${recognition.version}`}`;
};

/** Labels of the flags, as they have always been called. */
export const flagText = {
  progressPopup: 'Progress popup',
  interactive: 'Interactive',
  requiresUac: 'Windows elevation prompt',
} as const;
export type Flag = keyof typeof flagText;
export const flags: readonly Flag[] = ['progressPopup', 'interactive', 'requiresUac'];
export const flagsText = (on: Readonly<Record<Flag, boolean>>): string =>
  flags
    .filter((flag) => on[flag])
    .map((flag) => flagText[flag])
    .join(', ') || 'None';
