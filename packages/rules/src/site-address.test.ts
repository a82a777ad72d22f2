import { expect, it } from 'vitest';
import { siteOf, withoutSite, withSite } from './site-address.ts';

const one = '11111111-1111-4111-8111-111111111111';
const two = '22222222-2222-4222-8222-222222222222';

it.each([
  ['/hosts', `/hosts?site=${one}`],
  ['/hosts?q=srv', `/hosts?q=srv&site=${one}`],
  ['/hosts?q=a%20b&status=eol', `/hosts?q=a%20b&status=eol&site=${one}`],
  ['/hosts?q=what?', `/hosts?q=what?&site=${one}`],
  ['/', `/?site=${one}`],
])('%s names a site at its end, and is the same without it', (plain, named) => {
  expect(withSite(plain, one)).toBe(named);
  expect(siteOf(named)).toBe(one);
  expect(withoutSite(named)).toBe(plain);
  expect(withSite(named, two)).toBe(named.replace(one, two));
});

it('finds the site wherever it stands', () => {
  expect(withoutSite(`/hosts?site=${one}&q=srv`)).toBe('/hosts?q=srv');
  expect(withoutSite(`/hosts?a=1&site=${one}&q=srv`)).toBe('/hosts?a=1&q=srv');
  expect(siteOf(`/hosts?a=1&site=${one.toUpperCase()}&q=srv`)).toBe(one);
});

it('takes no other word for a site', () => {
  expect(siteOf('/hosts')).toBeUndefined();
  expect(siteOf('/hosts?site=')).toBeUndefined();
  expect(siteOf('/hosts?site=all')).toBeUndefined();
  expect(siteOf(`/hosts?website=${one}`)).toBeUndefined();
});
