import { savedViewLimits, savedViews, type ViewList } from '@patchkeep/contract/saved-views';
import { sites } from '@patchkeep/contract/sites';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';

let app: TestApp;
let manager: TestClient;
let reader: TestClient;

const goTo = async (client: TestClient, siteName: string): Promise<void> => {
  const found = (await client.ehlo()).body.sites.find((site) => site.siteName === siteName);
  await client.call(sites.select, { params: { id: found?.siteAccountUuid ?? '' } });
  await client.ehlo();
};

beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  reader = await app.signIn('reader');
  await goTo(manager, 'alpha');
  await goTo(reader, 'alpha');
});
afterAll(() => app.close());

const database = (text: string, values: unknown[] = []) => app.database.pool('postgres').query(text, values);
beforeEach(() => database('delete from saved_views'));

const columns = { hidden: ['osName'], order: ['status', 'hostName'] };
const insecure = { list: 'hosts' as const, search: { status: 'insecure' as const, sort: 'status' as const } };
const draft = (name: string) => ({ name, of: insecure, columns });
const save = async (client: TestClient, name: string) =>
  (await client.call(savedViews.create, { body: draft(name) })).body;
const share = async (name: string) => {
  const { viewUuid } = await save(manager, name);
  return (await manager.call(savedViews.share, { params: { id: viewUuid } })).body;
};
const namesOf = async (client: TestClient) =>
  (await client.call(savedViews.list)).body.views.map((view) => [view.name, view.isShared]);

describe('a view of one’s own', () => {
  it('is saved by who may only read, as it was given, and is nobody else’s', async () => {
    const made = await save(reader, 'At risk');
    expect(made).toMatchObject({ name: 'At risk', ...insecure, columns, isShared: false, serialNumber: 1 });
    expect((await reader.call(savedViews.list)).body.views).toEqual([made]);
    expect(await namesOf(manager)).toEqual([]);
    const params = { id: made.viewUuid };
    const body = { name: 'Mine now', serialNumber: 1 };
    expect((await manager.call(savedViews.update, { params, body })).status).toBe(404);
    expect((await manager.call(savedViews.updateShared, { params, body })).status).toBe(404);
    expect((await manager.call(savedViews.share, { params })).status).toBe(404);
    expect((await manager.call(savedViews.remove, { params })).status).toBe(404);
    expect(await namesOf(reader)).toEqual([['At risk', false]]);
  });

  it('is renamed, changed over the serial number that was seen, and deleted', async () => {
    const { viewUuid: id } = await save(reader, 'At risk');
    const params = { id };
    const renamed = await reader.call(savedViews.update, { params, body: { name: 'Worst', serialNumber: 1 } });
    expect(renamed.body).toMatchObject({ name: 'Worst', ...insecure, columns, serialNumber: 2 });
    const of = { list: 'hosts' as const, search: { q: 'lt-' } };
    const changed = await reader.call(savedViews.update, { params, body: { of, serialNumber: 2 } });
    expect(changed.body).toMatchObject({ name: 'Worst', search: { q: 'lt-' }, columns });
    expect((await reader.call(savedViews.update, { params, body: { name: 'Late', serialNumber: 2 } })).status).toBe(
      409,
    );
    await reader.call(savedViews.remove, { params });
    expect(await namesOf(reader)).toEqual([]);
  });

  it('has a name of its own in its list', async () => {
    await save(reader, 'At risk');
    expect((await reader.call(savedViews.create, { body: draft('at RISK') })).status).toBe(400);
    const elsewhere = { ...draft('At risk'), of: { list: 'applications' as const, search: {} } };
    expect((await reader.call(savedViews.create, { body: elsewhere })).status).toBe(200);
  });

  it('stays at its site', async () => {
    await save(manager, 'At alpha');
    await goTo(manager, 'Beta');
    expect(await namesOf(manager)).toEqual([]);
    await goTo(manager, 'alpha');
    expect(await namesOf(manager)).toEqual([['At alpha', false]]);
  });
});

describe('a shared view', () => {
  it('is seen by everybody who may see the site, with who shared it', async () => {
    const shared = await share('For all');
    expect(shared).toMatchObject({ isShared: true, owner: expect.stringMatching(/\S/) });
    expect((await reader.call(savedViews.list)).body.views).toEqual([shared]);
  });

  it('is shared, changed and taken back only by who may make changes', async () => {
    const own = await save(reader, 'Of a reader');
    expect((await reader.call(savedViews.share, { params: { id: own.viewUuid } })).status).toBe(403);
    const { viewUuid: id, serialNumber } = await share('For all');
    const params = { id };
    const body = { name: 'For me', serialNumber };
    expect((await reader.call(savedViews.updateShared, { params, body })).status).toBe(403);
    expect((await reader.call(savedViews.update, { params, body })).status).toBe(404);
    expect((await reader.call(savedViews.unshare, { params })).status).toBe(403);
    expect((await reader.call(savedViews.remove, { params })).status).toBe(404);
    // Its owner changes it by the calls for shared views too, so that it is always written down.
    expect((await manager.call(savedViews.update, { params, body })).status).toBe(404);
    expect((await manager.call(savedViews.remove, { params })).status).toBe(404);
    expect(await namesOf(manager)).toEqual([['For all', true]]);
  });

  it('goes back to who saved it, whoever stops sharing it', async () => {
    const { viewUuid: id } = await share('For all');
    const admin = await app.signIn('admin');
    await goTo(admin, 'alpha');
    expect((await admin.call(savedViews.unshare, { params: { id } })).status).toBe(200);
    expect(await namesOf(admin)).toEqual([]);
    expect(await namesOf(reader)).toEqual([]);
    expect(await namesOf(manager)).toEqual([['For all', false]]);
  });

  it('has its acts in the activity log, which says nothing of views of one’s own', async () => {
    const since = app.clock.now;
    const { viewUuid: id, serialNumber } = await share('For all');
    await manager.call(savedViews.updateShared, { params: { id }, body: { name: 'For us', serialNumber } });
    await manager.call(savedViews.unshare, { params: { id } });
    await manager.call(savedViews.remove, { params: { id } });
    const acts = await database(
      'select verb, before, after from audit_entries where object_id = $1 and at >= $2 order by seq',
      [id, since],
    );
    expect(acts.rows.map(({ verb }) => verb)).toEqual(['savedView.share', 'savedView.change', 'savedView.unshare']);
    expect(JSON.stringify(acts.rows[1])).toContain('For us');
  });
});

describe('what a view keeps', () => {
  const status = async (list: ViewList, search: object, more: object = {}) =>
    (await reader.call(savedViews.create, { body: { ...draft('Tried'), of: { list, search } as never, ...more } }))
      .status;

  it('are address parameters of its own list', async () => {
    for (const [list, search] of [
      ['hosts', { priority: 'soon' }],
      ['hosts', { status: 'worst' }],
      ['hosts', { group: 'Sales' }],
      ['hosts', { q: 'x'.repeat(101) }],
      ['applications', { view: 'trash' }],
      ['vulnerabilities', { sort: 'name' }],
      ['approvals-site-app', { hasOverrides: 'some' }],
      ['somewhere', {}],
    ] as const)
      expect([list, search, await status(list as ViewList, search)]).toEqual([list, search, 400]);
    expect(await status('approvals-site-app', { hasOverrides: true, approvalStatus: 'undecided' })).toBe(200);
  });

  it('are columns by their ids, not too many', async () => {
    const many = Array.from({ length: savedViewLimits.columns + 1 }, () => 'name');
    for (const hidden of [['a b'], ['<b>'], ['x'.repeat(41)], many])
      expect(await status('hosts', {}, { columns: { hidden, order: [] } })).toBe(400);
  });

  it('stays with its list', async () => {
    const { viewUuid: id } = await save(reader, 'At risk');
    const of = { list: 'applications' as const, search: {} };
    expect((await reader.call(savedViews.update, { params: { id }, body: { of, serialNumber: 1 } })).status).toBe(400);
  });
});

describe('the number of views', () => {
  const fill = async (count: number, isShared: boolean) => {
    const { viewUuid } = await save(manager, 'First');
    await database(
      `insert into saved_views
       select customer_id, site_id, gen_random_uuid(), owner_id, $2, list, 'View ' || n, search, columns, 1, created_at
       from saved_views, generate_series(1, $3::int) n where view_id = $1`,
      [viewUuid, isShared, count],
    );
    return viewUuid;
  };

  it('is bounded for each user', async () => {
    await fill(savedViewLimits.own - 1, false);
    expect((await manager.call(savedViews.create, { body: draft('One more') })).status).toBe(400);
    expect((await reader.call(savedViews.create, { body: draft('One more') })).status).toBe(200);
  });

  it('is bounded for each site', async () => {
    const id = await fill(savedViewLimits.shared, true);
    expect((await manager.call(savedViews.share, { params: { id } })).status).toBe(400);
  });
});

it('views of another customer are out of reach', async () => {
  const { viewUuid: id } = await share('For all');
  const stranger = await app.signIn('stranger');
  expect(await namesOf(stranger)).toEqual([]);
  expect((await stranger.call(savedViews.unshare, { params: { id } })).status).toBe(404);
  expect(await namesOf(manager)).toEqual([['For all', true]]);
});
