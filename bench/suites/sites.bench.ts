import { wire } from '@patchkeep/contract/constants';
import pg from 'pg';
import { people } from '../../apps/server/src/testkit/world.ts';
import type { LimitBench } from '../support/limit-bench.ts';
import { startPlatform } from '../support/platform.ts';
import { raiseGuests } from '../support/raised-guests.ts';
import { raiseHosts } from '../support/raised-hosts.ts';

/** Other customers with ten sites each, and our own with many, whose hosts are spread over them. */
const raiseSites = async (
  client: pg.Client,
  customerId: string,
  customers: number,
  sites: number,
): Promise<string[]> => {
  await client.query(
    `with made as (insert into customer_directory (customer_id, created_at)
       select gen_random_uuid(), now() from generate_series(1, $2::int) returning customer_id)
     insert into customers select m.customer_id, 'Customer', c.dormancy_days, c.host_license_count,
       c.is_custom_software_enabled, c.is_software_deployment_enabled, c.is_trial_mode_enabled,
       c.allow_custom_software_ui, c.is_site_redirect, 1, now()
     from made m, customers c where c.customer_id = $1`,
    [customerId, customers],
  );
  await client.query(
    `insert into sites select customer_id, gen_random_uuid(), 'Site ' || n, true, true, true, 1, now()
     from customers, generate_series(1, case when customer_id = $1 then $2::int else 10 end) n`,
    [customerId, sites],
  );
  await client.query('delete from host_tags');
  const { rows } = await client.query<{ site_id: string }>('select site_id from sites where customer_id = $1', [
    customerId,
  ]);
  const siteIds = rows.map(({ site_id }) => site_id);
  await client.query(
    'update hosts set group_id = null, site_id = ($2::uuid[])[1 + host_no % cardinality($2::uuid[])] where customer_id = $1',
    [customerId, siteIds],
  );
  await client.query('vacuum analyze');
  return siteIds;
};

export const sites: LimitBench = {
  id: 'sites',
  what: 'the list of 3,000 sites with 100,000 hosts, beside 300 customers, over HTTP with a session; 95th percentile',
  limitMs: 300,
  async run(isShort) {
    const platform = await startPlatform({ who: 'admin' });
    const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
    await client.connect();
    try {
      await raiseHosts(client, platform, isShort ? 2_000 : 100_000);
      const siteIds = await raiseSites(client, platform.customerId, isShort ? 10 : 300, isShort ? 50 : 3_000);
      const time = async (path: string, headers: Record<string, string> = {}): Promise<number> => {
        const began = performance.now();
        const answer = await fetch(platform.at(path), { headers: { cookie: platform.cookie, ...headers } });
        await answer.json();
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        return performance.now() - began;
      };
      const lists: number[] = [];
      const entries: number[] = [];
      const overviews: number[] = [];
      await raiseGuests(client, platform.customerId, people.admin);
      await time('/site');
      for (let at = 0; at < (isShort ? 5 : 40); at++) {
        lists.push(await time('/site'));
        entries.push(await time('/ehlo', { [wire.siteHeader]: siteIds[(at * 71) % siteIds.length] ?? '' }));
        overviews.push(await time('/guest/overview'));
      }
      return [
        { name: 'list of sites', times: lists },
        { name: 'entering one of 3,000 sites', times: entries, limitMs: 150 },
        { name: 'numbers of all customers of a provider', times: overviews, limitMs: 1_000 },
      ];
    } finally {
      await client.end();
      await platform.stop();
    }
  },
};
