import { expect, it } from 'vitest';
import { restText } from './reach.rules.ts';

it.each([
  [0, 0, ''],
  [1, 0, '; 1 host has no package that fits yet'],
  [26, 0, '; 26 hosts have no package that fits yet'],
  [2, 2, '; on 2 hosts the agent is too old for custom software'],
  [3, 1, '; 2 hosts have no package that fits yet; on 1 host the agent is too old for custom software'],
])('of %i targets without work %i have an old agent: %j', (unsupportedAgentCount, oldAgentCount, text) =>
  expect(restText({ unsupportedAgentCount, oldAgentCount })).toBe(text),
);
