import type { SoftwareCopy, WindowsUpdateReport } from '@patchkeep/contract/agent/protocol';
import { applications } from '@patchkeep/contract/applications';
import { configuration } from '@patchkeep/contract/configuration';
import { groups } from '@patchkeep/contract/groups';
import type { Administrator } from '../../tools/administrator.ts';
import { eventually } from './agent-parts.ts';
import { joinFleet } from './fake-agent.ts';
import { type FeedEdge, startFeedEdge } from './feed-edge.ts';
import type { Stack } from './stack.ts';

/* Names and versions of well-known products, with made-up vulnerabilities. */

export const cves = {
  zip: 'CVE-2026-20001',
  zipToo: 'CVE-2026-20002',
  rar: 'CVE-2026-20003',
  chrome: 'CVE-2026-20004',
  windows: 'CVE-2026-20010',
  windowsToo: 'CVE-2026-20011',
};

const local = 'CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H';
const copy = (name: string, publisher: string, version: string, path: string, code?: string): SoftwareCopy => ({
  name,
  publisher,
  version,
  path,
  fileVersion: `${version}.0`,
  scope: 'machine',
  source: code === undefined ? 'exe' : 'msi',
  architecture: 'x64',
  productCode: code ?? name,
});

export const zip = (version: string) =>
  copy(
    `7-Zip ${version} (x64)`,
    'Igor Pavlov',
    version,
    'C:\\Program Files\\7-Zip',
    '{23170F69-40C1-2702-2301-000001000000}',
  );
export const rar = (version: string) =>
  copy(`WinRAR ${version} (64-bit)`, 'win.rar GmbH', `${version}.0`, 'C:\\Program Files\\WinRAR');
const chrome = (version: string) =>
  copy('Google Chrome', 'Google LLC', version, 'C:\\Program Files\\Google\\Chrome\\Application');
const python = copy(
  'Python 3.8.10 (64-bit)',
  'Python Software Foundation',
  '3.8.10150.0',
  'C:\\Users\\ana\\AppData\\Local\\Programs\\Python\\Python38',
);
const notepad = copy('Notepad++ (64-bit x64)', 'Notepad++ Team', '8.8.5', 'C:\\Program Files\\Notepad++');
const putty = copy('PuTTY release 0.83 (64-bit)', 'Simon Tatham', '0.83.0.0', 'C:\\Program Files\\PuTTY');
const plugin = copy('VLC media player', 'VideoLAN', '3.0.21', 'C:\\Program Files\\Notepad++\\plugins\\vlc');
const unknown = copy('Acme Warehouse Client', 'Acme Logistics A/S', '4.2', 'C:\\Program Files\\Acme\\Warehouse');
const git = copy('Git', 'The Git Development Community', '2.51.0', 'C:\\Program Files\\Git');

const offers = {
  october: 5_066_835,
  november: 5_068_861,
  framework: 5_066_133,
};
const offered = (name: keyof typeof offers, isPending = false): WindowsUpdateReport['offers'][number] => ({
  foundUpdateUuid: crypto.randomUUID(),
  kb: offers[name],
  title: {
    october: '2026-10 Cumulative Update for Windows 11 Version 24H2 for x64-based Systems (KB5066835)',
    november: '2026-11 Cumulative Update for Windows 11 Version 24H2 for x64-based Systems (KB5068861)',
    framework: '2026-10 Cumulative Update for .NET Framework 3.5 and 4.8.1 for Windows 11 (KB5066133)',
  }[name],
  classification: name === 'framework' ? 'Update Rollups' : 'Security Updates',
  severity: name === 'framework' ? '' : 'Critical',
  isPending,
});

export interface VulnerableFleet {
  edge: FeedEdge;
  sales: string;
}

/** A few hosts with old software, and feeds that know what is wrong with it. */
export const makeVulnerableFleet = async (stack: Stack, administrator: Administrator): Promise<VulnerableFleet> => {
  const edge = await startFeedEdge(stack);
  edge.publishCves([
    {
      cveId: cves.zip,
      title: 'Archives can run code',
      vendor: '7-Zip',
      product: '7-Zip',
      before: '24.07',
      vector: local,
    },
    { cveId: cves.zipToo, title: 'Marks are lost', vendor: '7-Zip', product: '7-Zip', before: '24.09' },
    { cveId: cves.rar, title: 'Paths escape', vendor: 'RARLAB', product: 'WinRAR', before: '7.13', vector: local },
    {
      cveId: cves.chrome,
      title: 'Types are confused',
      vendor: 'Google',
      product: 'Chrome',
      before: '142.0.7444.59',
      vector: local,
    },
  ]);
  edge.publishExploited([cves.rar, cves.windows]);
  edge.publishScores({ [cves.zip]: 0.412, [cves.rar]: 0.942, [cves.chrome]: 0.02 });
  edge.publishPackages({
    '7zip.7zip': ['23.01', '24.09', '25.01'],
    'RARLab.WinRAR': ['6.22', '7.13'],
    'Google.Chrome': ['141.0.7390.55', '142.0.7444.59'],
  });
  edge.publishEnds({ python: { '3.8': '2024-10-07', '3.12': '2028-10-31' } });
  edge.publishWindowsUpdates([
    [cves.windows, offers.november, offers.october],
    [cves.windowsToo, offers.november, offers.october],
    [cves.windowsToo, offers.october, ''],
  ]);
  await edge.fetch('cve5', 'kev', 'epss', 'winget', 'endoflife', 'windows-updates');
  // Nothing of these is needed here; without a contact every page would warn that they are too old.
  await stack.sql(
    `insert into feeds (feed, revision, records, rejected, checked_at, is_importing) select unnest(array['nvd', 'nvd-overrides', 'msrc']), 0, 0, 0, now(), false on conflict do nothing`,
  );
  const group = await administrator.call(groups.create, { body: { title: 'Sales', parentUuid: null } });
  const lab = await administrator.call(groups.create, { body: { title: 'Lab', parentUuid: null } });
  const join = async (groupUuid: string, fleet: Parameters<typeof joinFleet>[2]) => {
    const body = { name: 'Fleet', useCap: 50, groupUuid, tagUuids: [], expiresInDays: 1 };
    const { secret } = await administrator.call(configuration.createInstallToken, { body });
    await joinFleet(stack.url, secret, fleet);
  };
  const os = { family: 'windows', name: 'Windows 11 24H2', version: '10.0.26100', architecture: 'x64' } as const;
  const facts = (hostName: string) => ({ hostName, os });
  await join(group.uuid, [
    {
      facts: facts('LT-CPH-0412'),
      software: [zip('23.01'), rar('6.22'), chrome('141.0.7390.55'), python, notepad, putty, plugin, unknown, git],
      windowsUpdates: { installed: [], offers: [offered('october'), offered('november'), offered('framework')] },
    },
    {
      facts: facts('LT-CPH-0388'),
      software: [zip('23.01'), chrome('142.0.7444.59'), notepad],
      windowsUpdates: { installed: [offers.october], offers: [offered('november', true)] },
    },
  ]);
  await join(lab.uuid, [
    {
      facts: facts('DT-AAR-0007'),
      software: [zip('25.01'), rar('6.22'), putty],
      windowsUpdates: { installed: [], offers: [offered('november')] },
    },
    {
      facts: facts('DT-AAR-0019'),
      software: [notepad, putty],
      windowsUpdates: { installed: [offers.november], offers: [] },
    },
  ]);
  // The last hosts of both groups are counted.
  await eventually(
    async () => (await administrator.call(applications.list, { query: {} })).applications,
    (listed) => listed.some(({ name, installations }) => name === 'WinRAR' && installations === 2),
    'the counts',
    60_000,
  );
  // The starter names no drivers, hidden ones or suite members; here two channels stand for them.
  await stack.sql(`update channels set is_driver = true where channel_tag = 'putty'`);
  await stack.sql(`update channels set is_suite_member = true where channel_tag = 'git-for-windows'`);
  return { edge, sales: group.uuid };
};
