import type { SiteResource } from '@patchkeep/contract/resources';
import { environmentManager, focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { fakeCaller, type Reply } from '../../testkit/fake-fetch.ts';
import { sampleResource } from '../../testkit/sample-resource.ts';
import { createResourceQuery } from './resource-query.ts';

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  vi.useRealTimers();
  environmentManager.setIsServer(() => typeof window === 'undefined');
  focusManager.setFocused(undefined);
});

/** A page that shows how far a file is, with the answers that the server gives in turn. */
const open = async (...states: (Partial<SiteResource> | Reply)[]) => {
  const replies = states.map((each): Reply =>
    'state' in each ? { body: { siteResource: sampleResource(each) } } : (each as Reply),
  );
  const { call, sent } = fakeCaller(replies);
  const queries = createQueryClient({ show: () => undefined, reportInPlace: () => undefined });
  const observer = new QueryObserver(queries, createResourceQuery(call)('installer', sampleResource().siteResourceTag));
  const close = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  return { sent, queries, close, shown: () => observer.getCurrentResult().data?.state };
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('the server is asked every 500 ms how far it is with a file, until it is done [CUST-17]', async () => {
  const page = await open({ state: 'waiting' }, { state: 'examining' }, { state: 'examining' }, { state: 'clean' });
  const seen = [[page.sent.length, page.shown()]];
  for (const ms of [499, 1, 499, 1, 499, 1]) {
    await pass(ms);
    seen.push([page.sent.length, page.shown()]);
  }
  expect(seen).toEqual([
    [1, 'waiting'],
    [1, 'waiting'],
    [2, 'examining'],
    [2, 'examining'],
    [3, 'examining'],
    [3, 'examining'],
    [4, 'clean'],
  ]);
  expect(new Set(page.sent.map(({ method, address }) => `${method} ${address.pathname}`))).toEqual(
    new Set([`GET /api/corporate/ui/resource/installer/${sampleResource().siteResourceTag}`]),
  );
  await pass(60_000);
  expect(page.sent).toHaveLength(4);
  page.close();
});

const examined = { state: 'examining' } as const;
it.each<[string, number, (Partial<SiteResource> | Reply)[]]>([
  ['waits for a scanner', 1, [{ state: 'waiting', cause: 'noScanner' }]],
  ['was refused', 1, [{ state: 'refused', cause: 'found' }]],
  ['cannot be read', 1, [{ status: 500 }]],
  ['cannot be read any more', 2, [examined, { status: 500 }]],
])('of a file that %s nobody asks until a hint comes', async (_, times, replies) => {
  const page = await open(...replies);
  await pass(60_000);
  expect(page.sent).toHaveLength(times);
  void page.queries.invalidateQueries({ queryKey: ['resource'] });
  await pass(0);
  expect(page.sent).toHaveLength(times + 1);
  page.close();
});

it('nobody is asked by a tab that is hidden, nor once the page has gone', async () => {
  const page = await open(examined);
  focusManager.setFocused(false);
  await pass(60_000);
  expect(page.sent).toHaveLength(1);
  focusManager.setFocused(true);
  await pass(500);
  const before = page.sent.length;
  expect(before).toBeGreaterThan(1);
  page.close();
  await pass(60_000);
  expect(page.sent).toHaveLength(before);
});
