import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { Random } from './random.ts';

/** Products one meets on office machines, with versions that were really out at some time. */
const common: [name: string, publisher: string, versions: string[]][] = [
  ['Google Chrome', 'Google LLC', ['151.0.7922.174', '150.0.7800.60', '148.0.7650.91']],
  ['Mozilla Firefox', 'Mozilla', ['145.0', '144.0.2', '140.4.0']],
  ['7-Zip', 'Igor Pavlov', ['26.02', '24.09', '23.01', '19.00']],
  ['Notepad++', 'Notepad++ Team', ['8.9.1', '8.8.3', '8.6']],
  ['VLC media player', 'VideoLAN', ['3.0.21', '3.0.18', '3.0.12']],
  ['Adobe Acrobat Reader', 'Adobe Inc.', ['25.001.20756', '24.002.20857', '23.003.20201']],
  ['Microsoft Edge', 'Microsoft Corporation', ['142.0.3595.53', '141.0.3537.71']],
  ['Zoom Workplace', 'Zoom Communications, Inc.', ['6.6.0', '6.2.11', '5.17.11']],
  ['PuTTY', 'Simon Tatham', ['0.84.0.0', '0.81.0.0', '0.76.0.0']],
  ['WinSCP', 'Martin Prikryl', ['6.5.6', '6.3.5', '5.21.8']],
  ['Git', 'The Git Development Community', ['2.51.0', '2.49.0', '2.43.0']],
  ['Python 3.13', 'Python Software Foundation', ['3.13.9150.0', '3.13.5150.0']],
  ['KeePass Password Safe', 'Dominik Reichl', ['2.59', '2.57', '2.50']],
  ['FileZilla Client', 'Tim Kosse', ['3.69.1', '3.66.5']],
  ['GIMP', 'The GIMP Team', ['3.0.4', '2.10.38']],
  ['LibreOffice', 'The Document Foundation', ['25.8.2.2', '24.8.4.2', '7.6.7.2']],
  ['Wireshark', 'The Wireshark developer community', ['4.6.8', '4.4.2', '4.0.17']],
  ['TeamViewer', 'TeamViewer', ['15.70.6', '15.58.5']],
  ['Java 8', 'Oracle Corporation', ['8.0.4610.11', '8.0.4110.9', '8.0.2510.8']],
  ['Audacity', 'Audacity Team', ['3.7.5', '3.4.2']],
];

/** The long tail: what only a few machines have. */
const tail = (random: Random): SoftwareCopy => {
  const department = random.pick([
    'Ledger',
    'Label',
    'Route',
    'Clinic',
    'Plant',
    'Badge',
    'Print',
    'Scan',
    'Depot',
    'Survey',
  ]);
  const kind = random.pick(['Studio', 'Client', 'Manager', 'Bridge', 'Tools', 'Viewer']);
  return {
    name: `${department} ${kind} ${random.below(400)}`,
    publisher: random.pick(['In-house', 'Nordlys Software', 'Baltic Systems', 'Kestrel Apps']),
    version: `${1 + random.below(9)}.${random.below(20)}.${random.below(50)}`,
    scope: 'machine',
    source: 'exe',
  };
};

const shared = (random: Random): SoftwareCopy => {
  const [name, publisher, versions] = random.pick(common);
  // Most machines have the newest or the one before: the further down the list, the rarer.
  const version = versions[Math.floor(random.next() ** 2 * versions.length)] ?? versions[0] ?? '1';
  const isUsers = random.next() < 0.08;
  return {
    name,
    publisher,
    version,
    scope: isUsers ? 'user' : 'machine',
    ...(isUsers && { user: 'ana' }),
    path: isUsers ? `C:\\Users\\ana\\AppData\\Local\\Programs\\${name}` : `C:\\Program Files\\${name}`,
    source: random.next() < 0.6 ? 'msi' : 'exe',
  };
};

/** What is on a host: four fifths of it like everywhere else, one fifth its own. */
export const makeSoftware = (random: Random, count: number): SoftwareCopy[] => {
  const byName = new Map<string, SoftwareCopy>();
  while (byName.size < Math.min(count, common.length + count)) {
    const copy = random.next() < 0.8 && byName.size < common.length ? shared(random) : tail(random);
    byName.set(copy.name, copy);
  }
  return [...byName.values()];
};

/** The next release of a version; however often it is asked for, the text stays short. */
const nextVersion = (random: Random, version: string): string =>
  `${version.split('.').slice(0, 3).join('.')}.${1 + random.below(99_999)}`;

/** A day later on the same host: one product moved on. */
export const churn = (random: Random, software: readonly SoftwareCopy[]): SoftwareCopy[] => {
  const at = random.below(Math.max(1, software.length));
  return software.map((copy, i) => (i === at ? { ...copy, version: nextVersion(random, copy.version) } : copy));
};
