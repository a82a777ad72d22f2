import { approvals } from '../../packages/contract/src/approvals.ts';
import { configuration } from '../../packages/contract/src/configuration.ts';
import { groups } from '../../packages/contract/src/groups.ts';
import { session } from '../../packages/contract/src/session.ts';
import { sites } from '../../packages/contract/src/sites.ts';
import { tags } from '../../packages/contract/src/tags.ts';
import { type Administrator, signInAsAdministrator } from '../administrator.ts';
import type { DemoSite, DemoTenant } from './customers.ts';

/** A site that is ready for its hosts: what they enrol with, and where decisions can be made. */
export interface Office {
  tenant: DemoTenant;
  site: DemoSite;
  siteId: string;
  /** Secrets of the install tokens: each puts its hosts where they belong. */
  tokens: { workplace: string; pilot: string; server: string };
  serversGroup: string;
  pilotTag: string;
}

const enterSite = async ({ call }: Administrator, siteId: string): Promise<void> => {
  await call(sites.select, { params: { id: siteId } });
  await call(session.ehlo, { query: { adoptSite: 'true' } as never });
};

const furnish = async (administrator: Administrator, tenant: DemoTenant, site: DemoSite): Promise<Office> => {
  const { call } = administrator;
  const known = await call(session.ehlo);
  const siteId = known.sites.find(({ siteName }) => siteName === site.name)?.siteAccountUuid;
  if (siteId === undefined) throw new Error(`There is no site ${site.name}`);
  await enterSite(administrator, siteId);
  const workplaces = await call(groups.create, { body: { title: 'Workplaces' } });
  const servers = await call(groups.create, { body: { title: 'Servers' } });
  const pilot = await call(tags.create, { body: { tagName: 'Pilot' } });
  const tokenFor = async (name: string, groupUuid: string, tagUuids: string[] = []): Promise<string> =>
    (
      await call(configuration.createInstallToken, {
        body: { name, groupUuid, tagUuids, useCap: 10_000, expiresInDays: 365 },
      })
    ).secret;
  return {
    tenant,
    site,
    siteId,
    tokens: {
      workplace: await tokenFor('Workplaces', workplaces.uuid),
      pilot: await tokenFor('Pilot workplaces', workplaces.uuid, [pilot.tagUuid]),
      server: await tokenFor('Servers', servers.uuid),
    },
    serversGroup: servers.uuid,
    pilotTag: pilot.tagUuid,
  };
};

/** Opens every site of every customer, as their administrators would on their first day. */
export const openOffices = async (url: string, tenants: readonly DemoTenant[]): Promise<Office[]> => {
  const offices: Office[] = [];
  for (const tenant of tenants) {
    const administrator = await signInAsAdministrator(url, tenant.administrator);
    for (const site of tenant.sites) offices.push(await furnish(administrator, tenant, site));
  }
  return offices;
};

const everywhere = [
  'google-chrome',
  'microsoft-edge',
  'mozilla-firefox',
  '7-zip',
  'notepad-plus-plus',
  'zoom-workplace',
];
const careful = ['vlc-media-player', 'greenshot', 'libreoffice', 'keepass', 'visual-studio-code'];

/** A policy as a careful company has it: the common things follow by themselves, some go first, servers stand still. */
export const decide = async (url: string, { tenant, siteId, serversGroup, pilotTag }: Office): Promise<void> => {
  const administrator = await signInAsAdministrator(url, tenant.administrator);
  await enterSite(administrator, siteId);
  const app = { kind: 'app' as const, type: 'automate' as const };
  const changes = [
    ...everywhere.map((channelTag) => ({ ...app, level: 'site' as const, channelTag })),
    ...careful.map((channelTag) => ({ ...app, level: 'tag' as const, tagUuid: pilotTag, channelTag })),
    { ...app, type: 'block' as const, level: 'group' as const, groupUuid: serversGroup, channelTag: '7-zip' },
  ];
  const { previewToken } = await administrator.call(approvals.previewChanges, { body: { changes } });
  const reason = 'As agreed with the helpdesk';
  await administrator.call(approvals.applyChanges, { body: { changes, previewToken, reason } });
};
