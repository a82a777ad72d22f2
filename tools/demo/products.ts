import { dayMs } from '@patchkeep/rules/time-units';
import type { SoftwareCopy } from '../../packages/contract/src/agent/protocol.ts';

/** Releases are counted from here; before it nothing came out. */
const firstDay = Date.UTC(2025, 3, 1);

/** A product of the demo. Its name is real and has a channel, its releases and what is wrong with them are made up. */
export interface Product {
  tag: string;
  name: string;
  publisher: string;
  packageId: string;
  /** `vendor:product` of its CPE. */
  cpe: string;
  version(release: number): string;
  everyDays: number;
  /** Of all hosts; servers have what is for servers. */
  share: number;
  isForServers?: boolean;
  /** The chance that a host brings it up to date by itself between two of its visits. */
  byItself: number;
  /** Every so many releases close a hole; of those without, only the support ends. */
  holeEvery: number;
  /** So many days before its fix the hole is known, without one. */
  knownDaysBefore?: number;
  /** Attackers use every so many of the holes. */
  exploitedEvery?: number;
}

const product = (
  [tag, name, publisher, packageId, cpe]: [string, string, string, string, string],
  [everyDays, share, byItself, holeEvery]: [number, number, number, number],
  version: Product['version'],
  more: Partial<Product> = {},
): Product => ({ tag, name, publisher, packageId, cpe, everyDays, share, byItself, holeEvery, version, ...more });

export const products: readonly Product[] = [
  product(
    ['google-chrome', 'Google Chrome', 'Google LLC', 'Google.Chrome', 'google:chrome'],
    [28, 0.92, 0.35, 1],
    (n) => `${135 + n}.0.${7049 + n * 56}.${40 + ((n * 37) % 150)}`,
    { exploitedEvery: 5 },
  ),
  product(
    ['microsoft-edge', 'Microsoft Edge', 'Microsoft Corporation', 'Microsoft.Edge', 'microsoft:edge_chromium'],
    [28, 0.97, 0.6, 2],
    (n) => `${135 + n}.0.${3179 + n * 43}.${50 + ((n * 13) % 60)}`,
    { isForServers: true },
  ),
  product(
    ['mozilla-firefox', 'Mozilla Firefox', 'Mozilla', 'Mozilla.Firefox', 'mozilla:firefox'],
    [28, 0.45, 0.3, 2],
    (n) => `${137 + n}.0`,
    { exploitedEvery: 6 },
  ),
  product(
    ['mozilla-thunderbird', 'Mozilla Thunderbird', 'Mozilla', 'Mozilla.Thunderbird', 'mozilla:thunderbird'],
    [28, 0.12, 0.25, 3],
    (n) => `${137 + n}.0`,
  ),
  product(
    ['7-zip', '7-Zip', 'Igor Pavlov', '7zip.7zip', '7-zip:7-zip'],
    [112, 0.7, 0.02, 2],
    (n) => `${24 + Math.floor((n + 2) / 3)}.0${(n + 2) % 3}`,
    { isForServers: true, exploitedEvery: 2 },
  ),
  product(
    ['notepad-plus-plus', 'Notepad++', 'Notepad++ Team', 'Notepad++.Notepad++', 'notepad-plus-plus:notepad++'],
    [56, 0.4, 0.08, 3],
    (n) => `8.${7 + Math.floor(n / 6)}.${1 + (n % 6)}`,
    { isForServers: true },
  ),
  product(
    ['vlc-media-player', 'VLC media player', 'VideoLAN', 'VideoLAN.VLC', 'videolan:vlc_media_player'],
    [112, 0.35, 0.04, 1],
    (n) => `3.0.${20 + n}`,
    { knownDaysBefore: 95 },
  ),
  product(
    ['zoom-workplace', 'Zoom Workplace', 'Zoom Communications, Inc.', 'Zoom.Zoom', 'zoom:workplace_desktop'],
    [42, 0.3, 0.2, 3],
    (n) => `6.${3 + n}.${(n * 7) % 12}`,
  ),
  product(
    ['putty', 'PuTTY', 'Simon Tatham', 'PuTTY.PuTTY', 'putty:putty'],
    [140, 0.12, 0.03, 2],
    (n) => `0.${80 + n}.0.0`,
    { isForServers: true },
  ),
  product(
    ['winscp', 'WinSCP', 'Martin Prikryl', 'WinSCP.WinSCP', 'winscp:winscp'],
    [84, 0.1, 0.04, 4],
    (n) => `6.5.${n}`,
    { isForServers: true },
  ),
  product(
    ['git-for-windows', 'Git', 'The Git Development Community', 'Git.Git', 'git_for_windows_project:git_for_windows'],
    [56, 0.15, 0.06, 4],
    (n) => `2.${49 + n}.0`,
    { isForServers: true },
  ),
  product(
    ['keepass', 'KeePass Password Safe', 'Dominik Reichl', 'DominikReichl.KeePass', 'keepass:keepass'],
    [112, 0.2, 0.05, 4],
    (n) => `2.${57 + n}`,
  ),
  product(
    [
      'libreoffice',
      'LibreOffice',
      'The Document Foundation',
      'TheDocumentFoundation.LibreOffice',
      'libreoffice:libreoffice',
    ],
    [49, 0.22, 0.05, Infinity],
    (n) => `${25 + Math.floor(n / 8)}.${n % 8 < 4 ? 2 : 8}.${1 + (n % 4)}.2`,
  ),
  product(
    [
      'wireshark',
      'Wireshark',
      'The Wireshark developer community, https://www.wireshark.org/',
      'WiresharkFoundation.Wireshark',
      'wireshark:wireshark',
    ],
    [42, 0.05, 0.05, Infinity],
    (n) => (n < 7 ? `4.4.${n}` : `4.6.${n - 7}`),
    { isForServers: true },
  ),
  product(
    ['teamviewer', 'TeamViewer', 'TeamViewer', 'TeamViewer.TeamViewer', 'teamviewer:teamviewer'],
    [35, 0.25, 0.15, 5],
    (n) => `15.${64 + n}.${2 + (n % 4)}`,
    { isForServers: true },
  ),
  product(
    [
      'visual-studio-code',
      'Microsoft Visual Studio Code',
      'Microsoft Corporation',
      'Microsoft.VisualStudioCode',
      'microsoft:visual_studio_code',
    ],
    [28, 0.14, 0.5, 4],
    (n) => `1.${99 + n}.0`,
  ),
  product(
    ['docker-desktop', 'Docker Desktop', 'Docker Inc.', 'Docker.DockerDesktop', 'docker:docker_desktop'],
    [28, 0.05, 0.2, 5],
    (n) => `4.${40 + n}.0`,
    { knownDaysBefore: 12 },
  ),
  product(['gimp', 'GIMP', 'The GIMP Team', 'GIMP.GIMP', 'gimp:gimp'], [84, 0.08, 0.03, 2], (n) => `3.0.${2 * n}`),
  product(
    ['audacity', 'Audacity', 'Audacity Team', 'Audacity.Audacity', 'audacityteam:audacity'],
    [112, 0.06, 0.03, 9],
    (n) => `3.7.${n}`,
  ),
  product(
    ['greenshot', 'Greenshot', 'Greenshot', 'Greenshot.Greenshot', 'greenshot:greenshot'],
    [98, 0.3, 0.03, 3],
    (n) => `1.3.${280 + 7 * n}`,
  ),
  product(
    ['irfanview', 'IrfanView', 'Irfan Skiljan', 'IrfanSkiljan.IrfanView', 'irfanview:irfanview'],
    [140, 0.1, 0.03, 3],
    (n) => `4.${70 + n}`,
  ),
  product(
    ['nodejs-current', 'Node.js', 'Node.js Foundation', 'OpenJS.NodeJS', 'nodejs:node.js'],
    [35, 0.06, 0.05, 3],
    (n) => `${n < 9 ? 20 : 22}.${(n < 9 ? 13 : 5) + n}.0`,
    { isForServers: true },
  ),
];

/** Lines of products that stop being supported, by the name endoflife.date has for the product. */
export const supportEnds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nodejs: { '20': '2026-04-30', '22': '2027-04-30' },
  libreoffice: { '25.2': '2026-02-28', '25.8': '2026-08-31', '26.2': '2027-01-15', '26.8': '2027-08-31' },
  wireshark: { '4.4': '2026-07-31', '4.6': '2027-02-28' },
};

export const releasedAt = ({ everyDays }: Product, release: number): Date =>
  new Date(firstDay + release * everyDays * dayMs);

/** The newest release on a day. */
export const newestRelease = ({ everyDays }: Product, at: Date): number =>
  Math.max(0, Math.floor((at.getTime() - firstDay) / (everyDays * dayMs)));

const copies = new Map<string, SoftwareCopy>();
/** One object per release: a fleet holds each of them thousands of times. */
export const copyOf = (of: Product, release: number): SoftwareCopy => {
  const key = `${of.tag} ${release}`;
  const known = copies.get(key);
  if (known) return known;
  const { name, publisher } = of;
  const copy: SoftwareCopy = {
    name,
    publisher,
    version: of.version(release),
    scope: 'machine',
    path: `C:\\Program Files\\${name}`,
    source: 'msi',
  };
  copies.set(key, copy);
  return copy;
};

const departments = ['Ledger', 'Label', 'Route', 'Clinic', 'Plant', 'Badge', 'Print', 'Scan', 'Depot', 'Survey'];
const kinds = ['Studio', 'Client', 'Manager', 'Bridge', 'Viewer'];
/** What only these companies have: nobody's catalogue knows it. */
export const ownSoftware: readonly SoftwareCopy[] = departments.flatMap((department, i) =>
  kinds.flatMap((kind, j) =>
    [0, 1, 2].map((n): SoftwareCopy => ({
      name: `${department} ${kind}`,
      publisher: ['In-house', 'Nordlys Software', 'Baltic Systems'][(i + j) % 3] ?? '',
      version: `${1 + ((i * j) % 4)}.${n}.${(i * 7 + j) % 10}`,
      scope: 'machine',
      source: 'exe',
    })),
  ),
);
