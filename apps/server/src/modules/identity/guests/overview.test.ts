import { guestOverview } from '@patchkeep/contract/guest-overview';
import { rolePreset } from '@patchkeep/contract/rights';
import { dayMs } from '@patchkeep/rules/time-units';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { type GuestWorld, guestWorld } from '../../../testkit/guests/guest-world.ts';

let app: TestApp;
let world: GuestWorld;
/** What the recount writes of a site: now, and in its history of 40 days ago with one host less at risk. */
const count = async (siteId: string, hosts: number, atRisk: number): Promise<void> => {
  const numbers = {
    applications: 3,
    versions: 5,
    installations: 50,
    ok: 41,
    eol: 1,
    insecure: 6,
    zeroday: 2,
    ignored: 0,
    exploited: 0,
    hosts_ok: hosts - atRisk,
    hosts_eol: 0,
    hosts_zeroday: 0,
    hosts_ignored: 0,
  };
  const columns = `hosts, hosts_insecure, ${Object.keys(numbers).join(', ')}`;
  const rest = Object.values(numbers).join(', ');
  await world.postgres.query('delete from scope_counts where scope_id = $1', [siteId]);
  await world.postgres.query(
    `insert into scope_counts (customer_id, site_id, scope_id, ${columns}) values ($1, $2, $2, $3, $4, ${rest})`,
    [world.ids.theirs, siteId, hosts, atRisk],
  );
  await world.postgres.query(
    `insert into count_history (customer_id, site_id, scope_id, at, ${columns}) values ($1, $2, $2, $3, $4, $5, ${rest})`,
    [world.ids.theirs, siteId, new Date(app.clock.now.getTime() - 40 * dayMs), hosts, atRisk - 1],
  );
};
beforeAll(async () => {
  app = await testApp();
  world = await guestWorld(app);
  await count(world.ids.gamma, 10, 4);
  await count(world.ids.delta, 7, 7);
});
afterAll(() => app.close());
afterEach(async () => {
  await world.end();
  world.later(60);
});

const overviewOf = async (client: TestClient) => {
  const { status, body } = await client.call(guestOverview.read);
  expect(status).toBe(200);
  return body;
};
const letIn = async () => world.accept(await world.ask(), world.roles(rolePreset['Read-Only'], world.ids.gamma));

describe('the overview of a service provider', () => {
  it('has the numbers of the sites that the user may look into, and of no other site', async () => {
    await letIn();
    expect(await overviewOf(await world.home())).toEqual({
      isShown: true,
      customers: [
        {
          customerUuid: world.ids.theirs,
          customerName: 'Theirs',
          sites: [
            {
              siteAccountUuid: world.ids.gamma,
              siteName: 'gamma',
              status: 'zeroday',
              hosts: 10,
              zeroDay: 2,
              insecure: 6,
              eol: 1,
              ok: 41,
              hostsAtRisk: 4,
              exploited: 0,
              earlier: { hosts: 10, hostsAtRisk: 3 },
            },
          ],
        },
      ],
    });
  });

  it('is the same for who is a guest somewhere already, and gone when the customer ends the access', async () => {
    await letIn();
    const guest = await world.guest();
    expect((await overviewOf(guest)).customers).toHaveLength(1);
    const home = await world.home();
    await world.end();
    expect(await overviewOf(home)).toEqual({ isShown: true, customers: [] });
  });

  it('has no number of a site whose results the user may not see, or without detection', async () => {
    await letIn();
    const home = await world.home();
    const countSites = async () => (await overviewOf(home)).customers.map(({ sites }) => sites.length);
    const detect = (isDetecting: boolean) =>
      world.postgres.query('update sites set is_detection_module_enabled = $2 where site_id = $1', [
        world.ids.gamma,
        isDetecting,
      ]);
    expect(await countSites()).toEqual([1]);
    await detect(false);
    expect(await countSites()).toEqual([0]);
    await detect(true);
    // A right that is none to look into results.
    await world.postgres.query(
      `update site_members set permissions = 64 where site_id = $1 and user_id in (
         select user_id from users where home_user_id is not null)`,
      [world.ids.gamma],
    );
    expect(await countSites()).toEqual([0]);
  });

  it('is not shown to a session without a second factor: of somebody who has none, or by single sign-on', async () => {
    await world.accept(await world.ask([world.ids.manager.userId, world.ids.reader.userId]));
    expect(await overviewOf(await app.signIn('reader'))).toEqual({ isShown: false, customers: [] });
    const home = await world.home();
    expect((await overviewOf(home)).isShown).toBe(true);
    await world.postgres.query('update sessions set connection_id = gen_random_uuid() where user_id = $1', [
      world.ids.manager.userId,
    ]);
    expect(await overviewOf(home)).toEqual({ isShown: false, customers: [] });
  });

  it('is empty for users of a customer that is no service provider', async () => {
    expect(await overviewOf(world.clients.admin)).toEqual({ isShown: false, customers: [] });
  });
});
