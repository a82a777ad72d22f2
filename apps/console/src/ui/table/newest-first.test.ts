import { expect, it } from 'vitest';
import { newestFirst } from './newest-first.ts';

const requests: string[] = [];
const query = {
  isError: false,
  isPlaceholderData: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: () => Promise.resolve(requests.push('older')),
  refetch: () => Promise.resolve(requests.push('again')),
};

it('offers older rows only where there are some', () => {
  expect(newestFirst(query, ['a', 'b'], 'Unable')).toMatchObject({ rows: ['a', 'b'], total: 2, page: { from: 1 } });
  expect(newestFirst(query, ['a'], 'Unable').page.older).toBeUndefined();
  const { older } = newestFirst({ ...query, hasNextPage: true, isFetchingNextPage: true }, ['a'], 'Unable').page;
  expect(older?.isLoading).toBe(true);
  older?.onLoad();
  expect(requests).toContain('older');
});

it('says what failed only while there is nothing to show', () => {
  const failed = newestFirst({ ...query, isError: true }, undefined, 'Unable');
  expect(failed).toMatchObject({ rows: [], total: 0, error: { message: 'Unable' } });
  failed.error?.onRetry();
  expect(requests).toContain('again');
  expect(newestFirst({ ...query, isError: true }, ['a'], 'Unable')).toMatchObject({ rows: ['a'], error: undefined });
  expect(newestFirst(query, undefined, 'Unable')).toMatchObject({ rows: undefined, error: undefined });
});
