import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jobNews, type JobNews, tellOfJob } from './job-news.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const news = (text: string): JobNews => ({ siteUuid: 's', tone: 'success', text, goalUuid: null });
const shown = () => jobNews.getState().news?.text;

it('the banner of a job stays for 300000 ms unless another replaces it, which then stays as long [DEP-33]', () => {
  tellOfJob(news('first'));
  vi.advanceTimersByTime(299_999);
  expect(shown()).toBe('first');
  tellOfJob(news('second'));
  vi.advanceTimersByTime(1);
  expect(shown()).toBe('second');
  vi.advanceTimersByTime(299_998);
  expect(shown()).toBe('second');
  vi.advanceTimersByTime(1);
  expect(shown()).toBeUndefined();
});
