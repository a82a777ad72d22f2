import type { Facts } from '@patchkeep/evidence/facts';
import type { Scan } from '@patchkeep/evidence/scan';
import type { Publisher, Signature } from '@patchkeep/evidence/signature';
import { visible } from '@patchkeep/evidence/visible-text';
import type { Hold } from './holds.ts';

/** What manifest, channel and recipe say that the file must be. */
export interface Expected {
  kind: 'msi' | 'exe';
  architecture: string;
  /** The version of the manifest, and what Windows will list instead of it. */
  versions: readonly string[];
  /** Upper-case. */
  productCodes: readonly string[];
  /** How the names of the channel's publishers begin. */
  publishers: readonly string[];
  /** Who may sign by the recipe; empty when it names nobody. */
  signers: readonly Pick<Publisher, 'organisation' | 'country'>[];
  /** The recipe says that the vendor does not sign. */
  isUnsigned: boolean;
}

/** What the ledger knows of the channel. */
export interface Past {
  /** Null stands for a file that nobody signed. */
  publishers: readonly (Publisher | null)[];
  domains: readonly string[];
  /** Of the same variant, upper-case. */
  upgradeCodes: readonly string[];
  isOlder: boolean;
}

export interface Evidence {
  domain: string;
  facts: Facts;
  signature: Signature;
  scan: Scan;
}

const staleAfterMs = 7 * 86_400_000;

const numbersOf = (version: string): number[] => (version.match(/\d{1,15}/g) ?? []).map(Number);

/** Whether two spellings can be the same version: 26.03 and 26.3.0.0, 128.0.6613.84 and the 128.0.6613 of an MSI. */
const canBeSame = (a: string, b: string): boolean => {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const common = Math.min(left.length, right.length);
  if (!left.slice(0, common).every((part, index) => part === right[index])) return false;
  const rest = [...left, ...right.slice(common)].slice(common);
  // One number alone says too little: 2 is not 2.5.
  return common > 1 || (common === 1 && rest.every((part) => part === 0));
};

/** On which machines a program of an architecture can run; a setup of 32 bits often brings a program of 64. */
const fits = (wanted: string, { kind, architecture }: Facts): boolean => {
  if (!['x86', 'x64', 'arm64'].includes(wanted) || architecture === wanted) return true;
  if (kind === 'msi') return false;
  return wanted === 'arm64' || (wanted === 'x64' && architecture === 'x86');
};

function* judgeFacts(facts: Facts, expected: Expected, past: Past): Generator<Hold> {
  if (facts.kind !== expected.kind)
    yield {
      name: 'kindDiffers',
      says: `The manifest names an ${expected.kind}, the file is ${facts.kind === 'other' ? 'neither msi nor exe' : `an ${facts.kind}`}.`,
    };
  else if (!fits(expected.architecture, facts))
    yield {
      name: 'kindDiffers',
      says: `The manifest says ${expected.architecture}, the file is for ${facts.architecture}.`,
    };
  if (facts.needsFolder) yield { name: 'needsFolder', says: 'The files that the MSI installs are not in it.' };
  const told = facts.versions.filter((version) => numbersOf(version).some((part) => part > 0));
  if (told.length > 0 && !told.some((one) => expected.versions.some((version) => canBeSame(version, one))))
    yield {
      name: 'versionDiffers',
      says: `The manifest says ${expected.versions[0]}, the file ${told.join(' and ')}.`,
    };
  // Setups that are no MSI may be listed under any text; only codes of Windows Installer are in the file.
  const codes = expected.productCodes.filter((code) => /^\{[0-9A-F-]{36}\}$/.test(code));
  if (facts.kind !== 'msi') return;
  // An MSI that leaves a code out is not the one that has it.
  const { productCode, upgradeCode } = facts;
  if (codes.length > 0 && !codes.includes(productCode ?? ''))
    yield { name: 'productDiffers', says: `The manifest names the product ${codes[0]}, the file ${productCode}.` };
  else if (past.upgradeCodes.length > 0 && !past.upgradeCodes.includes(upgradeCode ?? ''))
    yield {
      name: 'productDiffers',
      says: `The versions before belong to ${past.upgradeCodes[0]}, the file to ${upgradeCode}.`,
    };
}

const isSame = (a: Publisher, b: Publisher): boolean =>
  a.organisation === b.organisation && a.country === b.country && a.root === b.root;

const nameOf = ({ organisation, country, root }: Publisher): string =>
  `${visible(organisation)} (${visible(country)}, root ${root.slice(0, 16)})`;

/** Whether somebody who never signed for the channel may begin to. */
const isAwaited = ({ organisation, country }: Publisher, { signers, publishers }: Expected): boolean => {
  if (signers.length > 0) return signers.some((one) => one.organisation === organisation && one.country === country);
  const name = organisation.toLowerCase();
  // At the end of a word: Pavlovich is not Pavlov.
  const isBegunBy = (beginning: string): boolean =>
    beginning !== '' && name.startsWith(beginning) && !/^[\p{L}\p{M}\p{N}]/u.test(name.slice(beginning.length));
  return publishers.some((beginning) => isBegunBy(beginning.toLowerCase()));
};

function* judgePublisher({ signature, domain, facts }: Evidence, expected: Expected, past: Past): Generator<Hold> {
  if (facts.addedBytes > 0)
    yield { name: 'bytesAdded', says: `Among the signatures stand ${facts.addedBytes} bytes that nobody has signed.` };
  const pins = past.publishers.filter((pin) => pin !== null);
  const [pinned] = pins;
  if (signature.state === 'broken')
    yield { name: 'signatureBroken', says: 'The file has a signature that does not hold under our roots.' };
  else if (signature.state === 'signed') {
    const { by } = signature;
    if (pinned && !pins.some((pin) => isSame(pin, by)))
      yield { name: 'publisherChanged', says: `Signed by ${nameOf(by)}, until now by ${nameOf(pinned)}.` };
    else if (!pinned && !isAwaited(by, expected))
      yield { name: 'publisherNew', says: `Signed by ${nameOf(by)}, who is not known as a publisher of the channel.` };
  } else if (pinned) yield { name: 'publisherChanged', says: `Not signed, until now by ${nameOf(pinned)}.` };
  else {
    if (!expected.isUnsigned && past.publishers.length === 0)
      yield { name: 'unsigned', says: 'Nobody has signed the file.' };
    if (past.domains.length > 0 && !past.domains.includes(domain))
      yield {
        name: 'newDomain',
        says: `Nobody has signed the file, and it comes from ${domain}, until now from ${past.domains[0]}.`,
      };
  }
}

function* judgeScan({ scan, signature }: Evidence, now: number): Generator<Hold> {
  if (scan.state === 'infected') yield { name: 'infected', says: `${scan.scanner} found ${scan.found}.` };
  else if (scan.state === 'notScanned')
    yield { name: 'notScanned', says: `No scanner has looked at the file: ${scan.why}.` };
  else if (scan.state === 'inPart' && signature.state !== 'signed')
    yield { name: 'notScanned', says: 'The scanner has looked at a part of the file, and nobody has signed it.' };
  if (scan.state === 'notScanned' || scan.state === 'infected') return;
  if (scan.databaseOf === null || now - scan.databaseOf > staleAfterMs)
    yield {
      name: 'scannerStale',
      says: `The signatures of the scanner are ${scan.databaseOf === null ? 'of no known date' : `of ${new Date(scan.databaseOf).toISOString().slice(0, 10)}`}.`,
    };
}

/** Everything that speaks against vouching for a file. */
export const judgeEvidence = (evidence: Evidence, expected: Expected, past: Past, now: number): Hold[] => [
  ...judgeFacts(evidence.facts, expected, past),
  ...judgePublisher(evidence, expected, past),
  ...judgeScan(evidence, now),
  ...(past.isOlder
    ? [{ name: 'olderVersion' as const, says: 'A newer version of this line was proposed before.' }]
    : []),
];
