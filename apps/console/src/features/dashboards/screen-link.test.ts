import { expect, it } from 'vitest';
import { screenLink } from './screen-link.ts';

it('carries the token where no server sees it', () => {
  const link = new URL(screenLink('https://x.example', 'vpd_a-b', 'Hall A & B'));
  expect(link.search).toBe('');
  expect(link.pathname).toBe('/');
  expect(link.hash).toBe('#/detached/dashboard?accessToken=vpd_a-b&heading=Hall+A+%26+B');
});
