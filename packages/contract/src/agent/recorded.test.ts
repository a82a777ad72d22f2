import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allAgentEndpoints } from './protocol.ts';

interface Recorded {
  agent: string;
  messages: { call: string; body: object; status: number; answer: object }[];
}

const folder = join(import.meta.dirname, 'recorded');
const releases = globSync('*.json', { cwd: folder }).map(
  (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recorded,
);

/** What was said by agents that are out there, and what they were told. Files are added with releases, never changed. */
describe.each(releases)('agent $agent', ({ messages }) => {
  it.each(messages)('is still understood: $call', ({ call, body, answer }) => {
    const endpoint = allAgentEndpoints.find(({ path }) => path === `/${call}`);
    expect(endpoint?.body.parse(body)).toMatchObject(body);
    expect(endpoint?.response.parse(answer)).toEqual(answer);
  });
});

it('some are recorded', () => expect(releases.length).toBeGreaterThan(0));
