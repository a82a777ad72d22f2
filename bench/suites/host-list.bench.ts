import { hostSorts, hostViews } from '@patchkeep/contract/hosts';
import pg from 'pg';
import type { LimitBench } from '../support/limit-bench.ts';
import { startPlatform } from '../support/platform.ts';
import { raiseHosts } from '../support/raised-hosts.ts';

type QueryCase = [name: string, query: Record<string, string>];

/** The first page, each filter, each order, and what one asks for at once with them. */
const questions = ({ tags, groups }: Awaited<ReturnType<typeof raiseHosts>>): QueryCase[] => [
  ['first page', {}],
  ['first page of 200', { limit: '200' }],
  ...hostViews.map((view): QueryCase => [`view ${view}`, { view }]),
  ...hostSorts.flatMap((sort) => ['asc', 'desc'].map((order): QueryCase => [`sort ${sort} ${order}`, { sort, order }])),
  ['name begins with "lt-a"', { q: 'lt-a' }],
  ['name of one host', { q: 'lt-cfc-' }],
  ['no such name', { q: 'zz' }],
  ['small group', { groupUuid: groups.at(-1) ?? '' }],
  ['large group', { groupUuid: groups[0] ?? '' }],
  ['rare tag', { tagUuid: tags['rare'] ?? '' }],
  ['uncommon tag', { tagUuid: tags['uncommon'] ?? '' }],
  ['common tag', { tagUuid: tags['common'] ?? '' }],
  ['common tag by OS', { tagUuid: tags['common'] ?? '', sort: 'osName', order: 'desc' }],
  ['rare tag by boot', { tagUuid: tags['rare'] ?? '', sort: 'lastReportedBootTime' }],
  ['large group by agent', { groupUuid: groups[0] ?? '', sort: 'version' }],
];

export const hostList: LimitBench = {
  id: 'host-list',
  what: 'pages of a list of hosts at the server, over HTTP with a session; 95th percentile',
  limitMs: 300,
  async run(isShort) {
    const count = isShort ? 5_000 : 100_000;
    const platform = await startPlatform();
    const client = new pg.Client(platform.postgres.url('postgres', 'bench'));
    await client.connect();
    try {
      const raised = await raiseHosts(client, platform, count);
      const ask = async (path: string, query: Record<string, string>) => {
        const began = performance.now();
        const answer = await fetch(`${platform.at(path)}&${new URLSearchParams(query).toString()}`, {
          headers: { cookie: platform.cookie },
        });
        const body = (await answer.json()) as { total?: number; nextCursor?: string | null };
        if (!answer.ok) throw new Error(`${path} ${JSON.stringify(query)}: ${answer.status}`);
        return { ms: performance.now() - began, body };
      };
      const measured: Awaited<ReturnType<LimitBench['run']>> = [];
      const time = async (name: string, path: string, query: Record<string, string>) => {
        const first = await ask(path, query);
        const times: number[] = [];
        for (let i = 0; i < (isShort ? 5 : 40); i++) times.push((await ask(path, query)).ms);
        const { total } = first.body;
        measured.push({ name: total === undefined ? name : `${name} (${total} match)`, times });
        return first.body;
      };
      for (const [name, query] of questions(raised)) {
        const { nextCursor } = await time(name, '/hosts', query);
        if (name === 'first page' && typeof nextCursor === 'string')
          await time('second page', '/hosts', { cursor: nextCursor });
      }
      await time('counts of the views', '/hosts/counts', {});
      return measured;
    } finally {
      await client.end();
      await platform.stop();
    }
  },
};
