import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import { applications } from '@patchkeep/contract/applications';
import { configuration } from '@patchkeep/contract/configuration';
import { groups } from '@patchkeep/contract/groups';
import { tags } from '@patchkeep/contract/tags';
import { vi } from 'vitest';
import type { Administrator } from '../../tools/administrator.ts';
import { type MadeUpFeeds, readFeeds } from '../../tools/made-up-feeds.ts';
import { joinFleet } from './fake-agent.ts';
import { patienceMs } from './patience.ts';
import type { Stack } from './stack.ts';

/** Made-up news about the products of the office: every status occurs, and the exploited mark. */
export const officeFeeds: MadeUpFeeds = {
  cves: [
    {
      id: 'CVE-2026-90001',
      title: 'Crafted archives write outside of their folder in 7-Zip',
      vendor: '7-Zip',
      product: '7-Zip',
      below: '24.09',
      severity: 'high',
    },
    {
      id: 'CVE-2026-90002',
      title: 'Heap overflow while reading damaged archives in 7-Zip',
      vendor: '7-Zip',
      product: '7-Zip',
      below: '26.02',
      severity: 'medium',
    },
    {
      id: 'CVE-2026-90003',
      title: 'Playlist parsing in VLC media player runs code of a web page',
      vendor: 'VideoLAN',
      product: 'VLC media player',
      cpe: 'videolan:vlc_media_player',
      severity: 'high',
    },
    {
      id: 'CVE-2026-90004',
      title: 'Type confusion in the script engine of Google Chrome',
      vendor: 'Google',
      product: 'Chrome',
      below: '151.0.7922.174',
      severity: 'high',
    },
    {
      id: 'CVE-2026-90005',
      title: 'Signatures of key exchange can be guessed in PuTTY',
      vendor: 'PuTTY',
      product: 'PuTTY',
      cpe: 'putty:putty',
      below: '0.81',
      severity: 'medium',
    },
    {
      id: 'CVE-2026-90006',
      title: 'Installer of Notepad++ loads libraries from the folder of the download',
      vendor: 'notepad-plus-plus',
      product: 'notepad-plus-plus',
      below: '8.8.3',
    },
  ],
  exploited: ['CVE-2026-90001'],
  epss: { 'CVE-2026-90001': 0.942, 'CVE-2026-90002': 0.012, 'CVE-2026-90003': 0.31, 'CVE-2026-90004': 0.087 },
  endOfLife: { libreoffice: { '7.6': '2024-06-12', '24.8': '2025-06-12', '25.8': '2027-06-12' } },
};

/** What is on the host of a number; the newest of each product is on most. */
const products: readonly [name: string, publisher: string, versions: readonly string[], every: number][] = [
  ['Google Chrome', 'Google LLC', ['151.0.7922.174', '151.0.7922.174', '150.0.7800.60', '148.0.7650.91'], 1],
  ['7-Zip', 'Igor Pavlov', ['26.02', '26.02', '24.09', '23.01', '26.02'], 1],
  ['VLC media player', 'VideoLAN', ['3.0.21', '3.0.18'], 3],
  ['Notepad++', 'Notepad++ Team', ['8.9.1', '8.9.1', '8.6'], 2],
  ['PuTTY', 'Simon Tatham', ['0.84.0.0', '0.76.0.0'], 4],
  ['LibreOffice', 'The Document Foundation', ['25.8.2.2', '7.6.7.2'], 3],
  ['WinSCP', 'Martin Prikryl', ['6.5.6'], 5],
  ['KeePass Password Safe', 'Dominik Reichl', ['2.59', '2.57'], 2],
  ['Wireshark', 'The Wireshark developer community', ['4.6.8'], 6],
  ['7-Zip Packaged for Contoso', 'Contoso IT', ['23.01'], 8],
  ['Ledger Studio 214 Enterprise Edition with the Extended Reporting Pack', 'Nordlys Software', ['4.11.2'], 7],
];
const softwareOf = (index: number): SoftwareCopy[] =>
  products.flatMap(([name, publisher, versions, every]) => {
    const version = versions[Math.floor(index / every) % versions.length] ?? '';
    if (index % every !== 0) return [];
    return [
      {
        name,
        publisher,
        version,
        scope: 'machine',
        source: 'msi',
        architecture: 'x64',
        path: `C:\\Program Files\\${name}`,
      },
    ];
  });

/** A small office: hosts in two groups, some with a tag, with software of every status. */
export const joinOffice = async (administrator: Administrator, url: string, size = 40) => {
  const sales = await administrator.call(groups.create, { body: { title: 'Sales', parentUuid: null } });
  const lab = await administrator.call(groups.create, { body: { title: 'Lab', parentUuid: null } });
  const pilot = await administrator.call(tags.create, { body: { tagName: 'Pilot', tagKind: 1 } });
  const join = async (groupUuid: string, tagUuids: string[], count: number, prefix: string) => {
    const body = { name: prefix, useCap: 500, groupUuid, tagUuids, expiresInDays: 1 };
    const { secret } = await administrator.call(configuration.createInstallToken, { body });
    const fleet = Array.from({ length: count }, (_, index) => ({
      facts: { hostName: `${prefix}-${String(index * 7 + 12).padStart(4, '0')}` },
      software: softwareOf(index),
    }));
    await joinFleet(url, secret, fleet);
  };
  await join(sales.uuid, [pilot.tagUuid], Math.ceil(size * 0.6), 'LT-CPH');
  await join(lab.uuid, [], Math.floor(size * 0.4), 'DT-AAR');
  return { sales, lab, pilot };
};

/** Waits until the server has counted the office with its made-up news. */
export const untilCounted = (administrator: Administrator): Promise<void> =>
  vi.waitFor(
    async () => {
      const { split } = await administrator.call(applications.totals, {});
      if (split.zeroday !== 14 || split.insecure !== 47) throw new Error(`Counted so far: ${JSON.stringify(split)}`);
    },
    { timeout: patienceMs, interval: 200 },
  );

/** The office with its made-up news, when the server has counted all of it. */
export const furnishOffice = async (stack: Stack, administrator: Administrator) => {
  const office = await joinOffice(administrator, stack.url);
  await readFeeds(stack.workerUrl, officeFeeds);
  await untilCounted(administrator);
  return office;
};
