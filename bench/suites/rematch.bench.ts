import type { Channel } from '@patchkeep/starter/channel';
import { versionKey } from '@patchkeep/versions/schemes';
import pg from 'pg';
import type { Rule } from '../../apps/server/src/modules/catalog/matching/compile.rules.ts';
import { packRules } from '../../apps/server/src/modules/catalog/verdicts/compiled-text.rules.ts';
import { matchVersions } from '../../apps/server/src/modules/catalog/verdicts/match.service.ts';
import { recounter } from '../../apps/server/src/modules/results/public.ts';
import { globalQueries } from '../../apps/server/src/platform/db/global.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { randomFrom } from '../../apps/simulator/src/random.ts';
import { bareRecount } from '../support/bare-recount.ts';
import type { Bench } from '../support/bench.ts';
import { raiseCatalogue, raiseInventories } from '../support/big-fleet.ts';
import { startPlatform } from '../support/platform.ts';
import { raiseHosts } from '../support/raised-hosts.ts';

/** Most of what is known concerns what everybody has. */
const rulesPerCommon = 480;
const rulesPerTail = 6;

const key = (text: string): string => versionKey('windows', text) ?? '';

/** Makes every application a channel with rules: "below version k", for a k of its own. 300,000 in all. */
const raiseRules = async (client: pg.Client, isShort: boolean): Promise<void> => {
  const random = randomFrom(9);
  const { rows } = await client.query<{ application_id: number; name: string; publisher: string }>(
    'select application_id, name, publisher from applications order by 1',
  );
  const { rows: cves } = await client.query<{ cve_no: number }>('select cve_no from cves');
  const cveNos = new Map(cves.map(({ cve_no }) => [String(cve_no), cve_no]));
  const channels: Channel[] = [];
  const packed: string[] = [];
  for (const { application_id, name, publisher } of rows) {
    const isCommon = name.startsWith('Common');
    const channel: Channel = {
      tag: `bench-${application_id}`,
      name,
      vendor: publisher,
      wingetIds: [],
      scheme: 'windows',
      cpes: [],
      cnaNames: [],
      describedAs: [],
      installedAs: [name.toLowerCase()],
      publishers: [publisher],
    };
    const bounds = Array.from(
      { length: (isCommon ? rulesPerCommon : rulesPerTail) / (isShort ? 6 : 1) },
      () => 1 + Math.floor(random.next() * (isCommon ? 21 : 6)),
    );
    const rules = bounds.map((bound, i): Rule => {
      const to = `${bound}.0.0`;
      const range = { status: 'affected', isFromIncluded: true, isToIncluded: false, to, raw: '' } as const;
      const cveId = String(cves[(application_id * 31 + i * 7) % cves.length]?.cve_no);
      return {
        cveId,
        feed: '',
        source: 'nvd',
        affected: [{ range, from: '', to: key(to), track: undefined }],
        unaffected: [],
      };
    });
    channels.push(channel);
    packed.push(packRules({ channel, rules, unread: [] }, cveNos));
  }
  await client.query(
    `insert into channels (channel_tag, name, vendor, scheme, winget_ids, cpes, homepage, description, is_driver,
       is_suite_member, is_hidden, is_starter, rules, content_hash)
     select c ->> 'tag', c ->> 'name', c ->> 'vendor', 'windows', '{}', '{}', '', '', false, false, false, false, c, ''
     from unnest($1::jsonb[]) c`,
    [channels.map((channel) => JSON.stringify(channel))],
  );
  await client.query('insert into channel_rules select * from unnest($1::text[], $2::text[])', [
    channels.map(({ tag }) => tag),
    packed,
  ]);
  await client.query(`insert into channel_versions select channel_tag, k || '.0.0', '{}', null
    from channels, unnest(array[5, 20]) k`);
  await client.query(`update applications set channel_tag = 'bench-' || application_id,
    identity_key = 'channel:bench-' || application_id`);
};

/** R8: every version judged anew and every count with it, read from and written to the database, in milliseconds. */
export const rematchAll: Bench = {
  id: 'R8',
  what: 'full re-match of 60,000 versions against 300,000 rules and all counts of 100,000 hosts, with database / the same read, compared and counted in arrays, and as many rows copied into tables alike, in ms',
  goal: 1.5,
  isCost: true,
  rounds: 7,
  async start(isShort) {
    const platform = await startPlatform();
    const { customerId } = platform;
    const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
    await client.connect();
    const pool = openPool({
      url: platform.postgres.url('patchkeep_worker', 'bench'),
      size: 4,
      name: 'worker',
      onError: console.error,
    });
    const db = globalQueries(pool);
    const count = isShort ? 2_000 : 100_000;
    await raiseHosts(client, platform, count);
    const catalogue = await raiseCatalogue(client);
    await raiseRules(client, isShort);
    await raiseInventories(client, customerId, count, 150, catalogue);
    const recount = recounter(pool);
    await matchVersions(db, { kind: 'all' }, new Date());
    await recount(customerId, new Date());
    let turn = 0;
    // Something must be other than before, or there would be nothing to write: other CVEs become exploited.
    const change = async (): Promise<void> => {
      turn += 1;
      await client.query(`update cves set exploited_on = case when cve_no % 3 = $1 then date '2026-11-01' end`, [
        turn % 3,
      ]);
    };
    await change();
    const changedVersions = (await matchVersions(db, { kind: 'all' }, new Date())).length;
    await recount(customerId, new Date());
    await client.query('vacuum analyze');
    const bare = await bareRecount(platform, client, changedVersions);
    return {
      async ours() {
        await change();
        const began = performance.now();
        const changed = await matchVersions(db, { kind: 'all' }, new Date());
        const matched = performance.now();
        await recount(customerId, new Date());
        const ended = performance.now();
        console.error(
          `  ${changed.length} verdicts changed in ${(matched - began).toFixed(0)} ms, counted in ${(ended - matched).toFixed(0)} ms`,
        );
        return ended - began;
      },
      bare: bare.measure,
      async stop() {
        bare.remove();
        await pool.end();
        await client.end();
        await platform.stop();
      },
    };
  },
};
