import type { Answer } from '@patchkeep/contract/endpoint';
import type { BuildEvidence, BuildState, VouchingMode } from '@patchkeep/contract/packager';
import type { PackageInfo, packages } from '@patchkeep/contract/packages';
import { formatAbsolute, formatCount, formatNumber, formatPercent } from '../../ui/format.ts';

export const stateText: Record<BuildState, string> = {
  waiting: 'Waiting',
  fetching: 'Fetching',
  checking: 'Checking',
  awaitsVerifier: 'Waits for the verifier',
  awaitsPerson: 'Waits for signatures',
  ready: 'Ready',
  held: 'Held',
  movedOn: 'Vendor replaced the file',
  vendorDown: 'Vendor does not answer',
  notOffered: 'Not offered',
};

/** In these states holds say why. A package that is on its way again still carries those of the last time. */
const stopped: ReadonlySet<BuildState> = new Set([
  'awaitsVerifier',
  'awaitsPerson',
  'held',
  'movedOn',
  'vendorDown',
  'notOffered',
]);

type Standing = Pick<PackageInfo, 'state' | 'percent' | 'holds'>;

export const holdsOf = ({ state, holds }: Pick<PackageInfo, 'state' | 'holds'>): PackageInfo['holds'] =>
  stopped.has(state) ? holds : [];

/** The state in words. The packager also tries again where it failed itself, which is no fault of the vendor. */
export const stateOf = ({ state, percent, holds }: Standing): string => {
  if (state === 'fetching' && percent !== null) return `${stateText.fetching} ${formatPercent(percent / 100)}`;
  if (state === 'vendorDown' && holds.some(({ name }) => name === 'packagerFailed')) return 'Packager failed';
  return stateText[state];
};

/** Why it is not further: what was found first. Nothing for what is ready, unless hosts cannot be given it. */
export const whyOf = (info: Pick<PackageInfo, 'state' | 'holds' | 'isAvailable'>): string => {
  if (info.state === 'ready')
    return info.isAvailable ? '' : 'The server does not have it yet, or its signature expired.';
  return holdsOf(info)[0]?.says ?? '';
};

const architectures: Record<string, string> = {
  x64: '64-bit',
  x86: '32-bit',
  arm64: 'ARM64',
  arm: 'ARM',
  neutral: 'any architecture',
  any: 'any architecture',
};
const scopes: Record<string, string> = { machine: 'machine', user: 'user', 'scope unsaid': 'scope not said' };
const kinds: Record<string, string> = { msi: 'MSI', exe: 'setup' };
const variantParts = /^(\S+) (machine|user|scope unsaid) (msi|exe)(?: listed as (msi|exe))?(?: (\S.*))?$/;

/** The variant in words: "64-bit, machine, MSI" or "32-bit, user, setup". What is not written as the packager writes it stays as it is. */
export const variantOf = (variant: string | null): string => {
  if (variant === null) return '—';
  const [, architecture = '', scope = '', kind = '', listedAs, more] = variantParts.exec(variant) ?? [];
  if (kind === '') return variant;
  return [
    architectures[architecture] ?? architecture,
    scopes[scope],
    kinds[kind],
    listedAs && `listed as ${kinds[listedAs]}`,
    more,
  ]
    .filter(Boolean)
    .join(', ');
};

/** "43 of 51 applications that need an update have a ready package." */
export const summaryOf = ({ applications, ready }: { applications: number; ready: number }): string =>
  `${formatNumber(ready)} of ${formatCount(applications, 'application')} that ${applications === 1 ? 'needs' : 'need'} an update ${ready === 1 ? 'has' : 'have'} a ready package.`;

/** Who vouches for packages. */
export const modeText: Record<VouchingMode, string> = {
  simple: 'Simple mode: the packager vouches for packages.',
  guarded: 'Guarded mode: a verifier on another machine vouches for packages too.',
  offline: 'Offline mode: people sign each package.',
};

type Provider = Answer<typeof packages.summary>['packager']['providers'][number];

const providerText = (reason: string): string => {
  if (reason === 'expired') return 'What it publishes has expired';
  return reason === 'unreachable' ? 'It does not answer' : `What it publishes is not accepted (${reason})`;
};

/** Why nothing new comes of a provider; undefined while it comes, or before it was read for the first time. */
export const providerNotice = ({ name, state, readAt, reason }: Provider, timeZone: string): string | undefined => {
  if (state !== 'stopped' || reason === null) return undefined;
  const read = readAt === null ? '' : ` It was last read on ${formatAbsolute(new Date(readAt), timeZone)}.`;
  return `No new packages come from the provider ${name}. ${providerText(reason)}.${read} Packages that are ready stay ready.`;
};

/** The command that lifts a hold; whoever runs it says why. */
export const liftCommand = (build: string, hold: string): string =>
  `bin/patchkeep packages lift ${build} ${hold} --reason "…"`;

export const signedBy = ({ signature, publisher }: BuildEvidence): string => {
  if (publisher) return `${publisher.organisation} (${publisher.country}), certified by ${publisher.root}`;
  const unsaid = { signed: 'Signed', unsigned: 'Nobody signed the file', broken: 'The signature does not hold' };
  return unsaid[signature];
};

const scanText: Record<BuildEvidence['scan'], string> = {
  clean: 'Found nothing',
  inPart: 'Looked at a part of the file only',
  infected: 'Found something',
  notScanned: 'Did not look at the file',
};

export const scanOf = ({ scan, scanSays }: BuildEvidence): string =>
  scanSays === '' ? scanText[scan] : `${scanText[scan]}: ${scanSays}`;
