import type pg from 'pg';
import { type DecidedFleet, withDecidedFleet } from '../support/decided-fleet.ts';
import type { LimitBench } from '../support/limit-bench.ts';

type Query = Record<string, string>;

/** A change of the whole site must be effective for every host within this. */
const effectiveMs = 2_000;
/** What a change writes may not grow with the hosts; a twentieth is the noise of pages written whole. */
const mostGrowth = 1.25;

const caller = ({ platform: { at, cookie, headers } }: DecidedFleet) => {
  const answerOf = async <T>(path: string, response: Response): Promise<T> => {
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    get: async <T>(path: string, query: Query = {}): Promise<T> =>
      answerOf(path, await fetch(`${at(path)}&${new URLSearchParams(query).toString()}`, { headers: { cookie } })),
    post: async <T>(path: string, body: unknown): Promise<T> =>
      answerOf(path, await fetch(at(path), { method: 'POST', headers, body: JSON.stringify(body) })),
  };
};
type Caller = ReturnType<typeof caller>;

interface Spread {
  hosts: number;
  outcomes: { hosts: number; level: string | null; status: string }[];
}

/** The site changes its mind about what every host has; timed until the verdict of each host is known. */
const changeSite = async (call: Caller, { client, channelTag }: DecidedFleet, type: 'block' | 'automate') => {
  const body = { siteApprovals: [{ channelTag }], reason: 'bench' };
  const { previewToken } = await call.post<{ previewToken: string }>(`/site-approvals/${type}/preview`, body);
  const before = await logPosition(client);
  const began = performance.now();
  await call.post(`/site-approvals/${type}`, { ...body, previewToken });
  const applied = performance.now();
  const walBytes = await logGrowth(client, before);
  const counted = performance.now();
  const spread = await call.get<Spread>('/approval-spread', { channelTag });
  const effective = performance.now() - counted + (applied - began);
  const bySite = spread.outcomes.filter(({ level }) => level === 'site');
  const status = type === 'block' ? 'blocked' : 'auto';
  if (spread.hosts === 0 || bySite.length === 0 || bySite.some((outcome) => outcome.status !== status))
    throw new Error(`The change did not reach the hosts: ${JSON.stringify(spread)}`);
  return { walBytes, effective, apply: applied - began, hosts: spread.hosts };
};

const logPosition = async (client: pg.Client): Promise<string> =>
  String((await client.query('select pg_current_wal_insert_lsn() as at')).rows[0].at);
const logGrowth = async (client: pg.Client, before: string): Promise<number> =>
  Number(
    (await client.query('select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1) as bytes', [before])).rows[0].bytes,
  );

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const changeOften = async (call: Caller, fleet: DecidedFleet, rounds: number) => {
  const changes: Awaited<ReturnType<typeof changeSite>>[] = [];
  // The first one pays for the page images after the vacuum and for caches that are cold; it is not told.
  for (let i = 0; i <= rounds; i++) changes.push(await changeSite(call, fleet, i % 2 === 0 ? 'block' : 'automate'));
  return changes.slice(1);
};

/** What a change of the whole site writes with so few hosts. */
const logOfFew = (hosts: number, channels: number, rounds: number): Promise<number> =>
  withDecidedFleet(hosts, channels, async (fleet) => {
    const changes = await changeOften(caller(fleet), fleet, rounds);
    return median(changes.map(({ walBytes }) => walBytes));
  });

const lists = ({ groups, tags }: DecidedFleet): [name: string, path: string, query?: Query][] => [
  ['system list', '/system-approvals'],
  ['site list', '/site-approvals'],
  ['site list, 200', '/site-approvals', { limit: '200' }],
  ['site list by hosts', '/site-approvals', { sort: 'hosts', order: 'desc' }],
  ['site list, out of date', '/site-approvals', { approvalStatus: 'out-of-date' }],
  ['site list, with overrides', '/site-approvals', { hasOverrides: 'true' }],
  ['site list, name', '/site-approvals', { q: 'common' }],
  ['site list with groups and tags', '/site-approvals', { recursive: 'true', includeTagApprovals: 'true' }],
  ['list of a top group', '/group-approvals', { groupUuid: groups[0] ?? '' }],
  ['list of a low group', '/group-approvals', { groupUuid: groups.at(-1) ?? '' }],
  ['list of a tag', '/tag-approvals', { tagUuid: tags[0] ?? '' }],
  ['site list of Windows updates', '/site-wua-approvals'],
  ['changes', '/change-set'],
];

export const approvals: LimitBench = {
  id: 'approvals',
  what: 'lists, previews, why and spread of approvals over HTTP; a change of the site until it holds for every host',
  limitMs: 300,
  async run(isShort) {
    const [few, many, channels, rounds] = isShort ? [500, 2_000, 600, 3] : [10_000, 100_000, 2_000, 15];
    const fewBytes = await logOfFew(few, channels, rounds);
    return withDecidedFleet(many, channels, async (fleet) => {
      const call = caller(fleet);
      const { channelTag } = fleet;
      const measured: Awaited<ReturnType<LimitBench['run']>> = [];
      const time = async (name: string, ask: () => Promise<unknown>, limitMs = 300, most = 30) => {
        await ask();
        const times: number[] = [];
        for (let i = 0; i < (isShort ? 3 : most); i++) {
          const began = performance.now();
          await ask();
          times.push(performance.now() - began);
        }
        measured.push({ name, times, limitMs });
        console.error(`${median(times).toFixed(0)} ms  ${name}`);
      };
      for (const [name, path, query] of lists(fleet)) await time(name, () => call.get(path, query));

      const one = { siteApprovals: [{ channelTag }], reason: '' };
      await time('preview of one', () => call.post('/site-approvals/block/preview', one), 2_000);
      const { rows } = await fleet.client.query(
        'select host_id from hosts where site_id = $1 and view = 0 order by host_no limit 1',
        [fleet.platform.siteId],
      );
      const host = String(rows[0].host_id);
      await time('policy of a host', () => call.get(`/agent/${host}/approvals`));
      await time('why', () => call.get(`/agent/${host}/why`, { channelTag }));
      await time('spread over all hosts', () => call.get('/approval-spread', { channelTag }), 500);

      const changes = await changeOften(call, fleet, rounds);
      measured.push({
        name: `change of the site until it holds on ${changes[0]?.hosts ?? 0} hosts`,
        times: changes.map(({ effective }) => effective),
        limitMs: effectiveMs,
      });
      console.error(
        `${median(changes.map(({ effective }) => effective)).toFixed(0)} ms  until a change of the site holds`,
      );
      const manyBytes = median(changes.map(({ walBytes }) => walBytes));
      const growth = manyBytes / fewBytes;
      console.error(
        `log written by a change of the site: ${fewBytes} bytes at ${few} hosts, ${manyBytes} at ${many}: ${growth.toFixed(2)}`,
      );
      if (growth > mostGrowth) throw new Error('What a change writes grows with the number of hosts');
      // Last, because it is the longest.
      const { total } = await call.get<{ total: number }>('/site-approvals', { limit: '1' });
      const all = { selection: { filter: {}, except: [], expectedCount: total }, reason: '' };
      await time(`preview of all ${total}`, () => call.post('/site-approvals/block/preview', all), 15_000, 5);
      return measured;
    });
  },
};
