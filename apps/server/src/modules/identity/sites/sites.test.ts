import { approvalCalls } from '@patchkeep/contract/approvals';
import { configuration } from '@patchkeep/contract/configuration';
import { customer } from '@patchkeep/contract/customer-settings';
import { groups } from '@patchkeep/contract/groups';
import { sites, sitesMax } from '@patchkeep/contract/sites';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { enterSite } from '../../../testkit/approval-world.ts';
import { fleetWorld } from '../../../testkit/fleet-world.ts';

let app: TestApp;
let admin: TestClient;
let manager: TestClient;
let reader: TestClient;
let ids: Map<string, string>;
beforeAll(async () => {
  app = await testApp();
  admin = await app.signIn('admin');
  manager = await app.signIn('manager');
  reader = await app.signIn('reader');
  ids = new Map((await list()).map(({ siteName, siteAccountUuid }) => [siteName, siteAccountUuid]));
});
afterAll(() => app.close());

const list = async (client = admin) => (await client.call(sites.list)).body.sites;
const names = async (client = admin) => (await list(client)).map(({ siteName }) => siteName);
const siteNamed = async (wanted: string) => {
  const found = (await list()).find(({ siteName }) => siteName === wanted);
  if (!found) throw new Error(`No site ${wanted}`);
  return found;
};
const id = (name: string) => ids.get(name) ?? '';
const sql = async (text: string, values: unknown[] = []) =>
  (await app.database.pool('postgres').query(text, values)).rows;
/** What is believed of a caller holds for a second. */
const aSecondLater = () => {
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
};
const lastAct = async (verb: string) => {
  const [row] = await sql(
    'select actor_id, before, after from audit_entries where customer_id = $1 and verb = $2 order by seq desc limit 1',
    [admin.customerId, verb],
  );
  return row;
};

describe('the list of sites', () => {
  it('has the sites that the caller may enter, by name ignoring case', async () => {
    expect(await names()).toEqual(['alpha', 'Beta', 'Closed']);
    expect(await names(manager)).toEqual(['alpha', 'Beta']);
    expect(await names(reader)).toEqual(['alpha']);
    expect((await admin.call(sites.list)).body.defaultSiteAccountUuid).toBe(id('alpha'));
  });

  it('counts hosts at work and licences in use of each site, where the caller may look into it', async () => {
    await fleetWorld(app, manager, 2);
    const counted = (rows: Awaited<ReturnType<typeof list>>) =>
      rows.map(({ siteName, activeHosts, licencesInUse }) => [siteName, activeHosts, licencesInUse]);
    expect(counted(await list())).toEqual([
      ['alpha', 0, 0],
      ['Beta', 2, 2],
      ['Closed', 0, 0],
    ]);
    await sql(
      `update hosts set trashed_at = now() where host_id =
      (select host_id from hosts where site_id = $1 limit 1)`,
      [id('Beta')],
    );
    expect(counted(await list())[1]).toEqual(['Beta', 1, 1]);
    await sql('update site_members set permissions = 16 where site_id = $1', [id('Beta')]);
    expect(counted(await list(manager))[1]).toEqual(['Beta', null, null]);
    await sql('update site_members set permissions = 115 where site_id = $1', [id('Beta')]);
    expect((await admin.call(customer.readSettings)).body.licencesInUse).toBe(1);
  });
});

describe('a site', () => {
  it('is created with all modules, a schedule of every day and an entry in the log, and listed [SITE-12]', async () => {
    const { status, body } = await admin.call(sites.create, { body: { siteName: '  branch office ' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ siteName: 'branch office', serialNumber: 1, activeHosts: 0 });
    expect(await names()).toEqual(['alpha', 'Beta', 'branch office', 'Closed']);
    expect(await lastAct('site.create')).toMatchObject({
      actor_id: (await admin.ehlo()).body.userAccountUuid,
      after: {
        isDetectionModuleEnabled: true,
        isPatchProModuleEnabled: true,
        isPatchingEnabled: true,
        siteName: 'branch office',
      },
    });
    await admin.ehlo();
    await enterSite(admin, 'branch office');
    expect((await admin.call(configuration.readAgentSettings)).body).toMatchObject({
      daysOfWeek: 127,
      hour: 13,
      minute: 55,
    });
    expect((await admin.call(groups.list)).status).toBe(200);
    await enterSite(admin, 'alpha');
  });

  it('is created with the modules that are asked for [SITE-04]', async () => {
    const siteSettings = {
      isDetectionModuleEnabled: false,
      isPatchingEnabled: false,
      isPatchProModuleEnabled: true,
    };
    await admin.call(sites.create, { body: { siteName: 'Publishing', siteSettings } });
    expect((await siteNamed('Publishing')).siteSettings).toEqual(siteSettings);
  });

  it('has a name of its own in the customer, ignoring case', async () => {
    for (const siteName of ['ALPHA', 'Branch Office']) {
      const { status, body } = await admin.call(sites.create, { body: { siteName } });
      expect([status, (body as unknown as { message: string }).message]).toEqual([400, 'Another site has this name']);
    }
    const stranger = await app.signIn('stranger');
    expect((await stranger.call(sites.create, { body: { siteName: 'alpha' } })).status).toBe(200);
    for (const siteName of ['', '   ', 'x'.repeat(101)])
      expect((await admin.call(sites.create, { body: { siteName } })).status).toBe(400);
  });

  it('is renamed, by whoever saw it as it is [SITE-13]', async () => {
    const { siteAccountUuid, serialNumber } = await siteNamed('branch office');
    const rename = (siteName: string, seen: number) =>
      admin.call(sites.update, { params: { id: siteAccountUuid }, body: { siteName, serialNumber: seen } });
    const { status, body } = await rename('Branch Office', serialNumber);
    expect([status, body]).toEqual([200, { siteAccountUuid, siteName: 'Branch Office', serialNumber: 2 }]);
    expect(await lastAct('site.rename')).toMatchObject({
      before: { siteName: 'branch office' },
      after: { siteName: 'Branch Office' },
    });
    expect((await rename('Too late', serialNumber)).status).toBe(409);
    expect((await rename('beta', 2)).status).toBe(400);
    expect(await names()).toContain('Branch Office');
  });

  it('is one of so many at most', async () => {
    await sql(
      `insert into sites select customer_id, gen_random_uuid(), 'Many ' || n, true, true, true, 1, now()
       from customers, generate_series(1, $1::int) n where name = 'Theirs'`,
      [sitesMax],
    );
    const stranger = await app.signIn('stranger');
    expect((await stranger.call(sites.create, { body: { siteName: 'One more' } })).status).toBe(400);
    await sql(`delete from sites where name like 'Many %'`);
    expect((await stranger.call(sites.create, { body: { siteName: 'One more' } })).status).toBe(200);
  });
});

describe('the modules of a site', () => {
  it('are read and switched for the site of the tab [SITE-17]', async () => {
    await enterSite(admin, 'Closed');
    const { body } = await admin.call(sites.readSettings);
    expect(body).toEqual({
      siteAccountUuid: id('Closed'),
      isDetectionModuleEnabled: true,
      isPatchingEnabled: true,
      isPatchProModuleEnabled: true,
      serialNumber: 1,
    });
    const saved = await admin.call(sites.saveSettings, { body: { isPatchProModuleEnabled: false, serialNumber: 1 } });
    expect(saved.body).toEqual({ ...body, isPatchProModuleEnabled: false, serialNumber: 2 });
    expect(await lastAct('site.modules')).toMatchObject({ after: { isPatchProModuleEnabled: false } });
    expect((await admin.call(sites.readSettings)).body).toEqual(saved.body);
    expect((await admin.call(sites.saveSettings, { body: { serialNumber: 1 } })).status).toBe(409);
    await enterSite(admin, 'alpha');
  });

  it('are read and switched for a site that is named, and of no other [SITE-18] [SITE-07]', async () => {
    const params = { id: id('Closed') };
    const { body } = await admin.call(sites.readSettingsOf, { params });
    const { serialNumber } = body;
    const saved = await admin.call(sites.saveSettingsOf, {
      params,
      body: { isPatchProModuleEnabled: true, serialNumber },
    });
    expect(saved.body).toEqual({ ...body, isPatchProModuleEnabled: true, serialNumber: serialNumber + 1 });
    expect((await admin.call(sites.readSettingsOf, { params: { id: id('alpha') } })).body).toMatchObject({
      siteAccountUuid: id('alpha'),
      serialNumber: 1,
    });
    expect((await manager.call(sites.readSettingsOf, { params })).status).toBe(404);
    expect((await manager.call(sites.readSettingsOf, { params: { id: id('alpha') } })).status).toBe(200);
  });

  it('are read for every site that the caller may enter, each with its siteAccountUuid [SITE-19]', async () => {
    const { siteSettings } = (await manager.call(sites.allSettings)).body;
    expect(siteSettings.map(({ siteAccountUuid }) => siteAccountUuid)).toEqual([id('alpha'), id('Beta')]);
    const everywhere = (await admin.call(sites.allSettings)).body.siteSettings;
    expect(everywhere).toHaveLength((await list()).length);
    expect(everywhere.find(({ siteAccountUuid }) => siteAccountUuid === id('Closed'))).toEqual(
      (await admin.call(sites.readSettingsOf, { params: { id: id('Closed') } })).body,
    );
  });

  it('decide what the server takes from then on', async () => {
    const params = { id: id('alpha') };
    const change = async (isDetectionModuleEnabled: boolean) => {
      const { serialNumber } = await siteNamed('alpha');
      await admin.call(sites.saveSettingsOf, { params, body: { isDetectionModuleEnabled, serialNumber } });
      aSecondLater();
    };
    await enterSite(manager, 'alpha');
    const makeGroup = (title: string) => manager.call(groups.create, { body: { title, parentUuid: null } });
    expect((await makeGroup('Before')).status).toBe(200);
    await change(false);
    expect([(await makeGroup('Off')).status, (await manager.call(groups.list)).status]).toEqual([403, 403]);
    await change(true);
    expect((await makeGroup('After')).status).toBe(200);
    await enterSite(manager, 'Beta');
  });
});

describe('the settings of the customer', () => {
  it('are read and changed by system administrators, with an entry in the log', async () => {
    const { body } = await admin.call(customer.readSettings);
    expect(body).toMatchObject({ agentInactivityToDormancyTimeoutDays: 7, hostLicenseCount: 0, isSiteRedirect: false });
    const { serialNumber } = body;
    const given = { hostLicenseCount: 250, agentInactivityToDormancyTimeoutDays: 14, isSiteRedirect: true };
    const saved = await admin.call(customer.saveSettings, { body: { ...given, serialNumber } });
    expect(saved.body).toEqual({ ...body, ...given, serialNumber: serialNumber + 1 });
    expect(await lastAct('customer.change')).toMatchObject({ before: { hostLicenseCount: 0 }, after: given });
    const handshake = (await manager.ehlo()).body;
    expect(handshake.customerSettings).toMatchObject({ hostLicenseCount: 250 });
    expect(handshake.isSiteRedirect).toBe(true);
    expect((await admin.call(customer.saveSettings, { body: { serialNumber } })).status).toBe(409);
    for (const wrong of [
      { agentInactivityToDormancyTimeoutDays: 0 },
      { agentInactivityToDormancyTimeoutDays: 46 },
      { hostLicenseCount: -1 },
      { hostLicenseCount: 10_000_001 },
    ])
      expect((await admin.call(customer.saveSettings, { body: { ...wrong, serialNumber: 2 } })).status).toBe(400);
  });
});

describe('administration of sites', () => {
  it('is for system administrators, who also have approvals at system level [PERM-19]', async () => {
    const statuses = async (client: TestClient, siteName: string) => [
      (await client.call(approvalCalls.system.app.list, { query: {} as never })).status,
      (await client.call(sites.create, { body: { siteName } })).status,
    ];
    await enterSite(admin, 'alpha');
    await enterSite(manager, 'alpha');
    expect(await statuses(admin, 'By the administrator')).toEqual([200, 200]);
    expect(await statuses(manager, 'By the manager')).toEqual([403, 403]);
  });

  it('is refused to whoever is no system administrator, whatever their bits, and leaves no trace', async () => {
    await enterSite(manager, 'alpha');
    const before = await list();
    const { serialNumber } = await siteNamed('alpha');
    const params = { id: id('alpha') };
    const answers = [
      await manager.call(sites.create, { body: { siteName: 'Mine' } }),
      await manager.call(sites.update, { params, body: { siteName: 'Mine', serialNumber } }),
      await manager.call(sites.saveSettings, { body: { isPatchingEnabled: false, serialNumber } }),
      await manager.call(sites.saveSettingsOf, { params, body: { isPatchingEnabled: false, serialNumber } }),
      await manager.call(customer.readSettings),
      await manager.call(customer.saveSettings, { body: { hostLicenseCount: 1, serialNumber: 2 } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    expect(await list()).toEqual(before);
  });
});
