import { expect, it } from 'vitest';
import { chipsOf, narrowingOf, readJobSearch, withChips, writeJobSearch } from './job-search.ts';

const groupUuid = '0192f0c1-0000-7000-8000-000000000002';
const hostUuid = '0192f0c1-0000-7000-8000-000000000001';

it('holds the filters of the jobs in the address, and drops what makes no sense', () => {
  const full = { state: 'stopped', channelTag: '7-zip', groupUuid, hostUuid };
  expect(writeJobSearch(readJobSearch(full))).toEqual(full);
  expect(withChips(chipsOf(readJobSearch(full)))).toEqual(readJobSearch(full));
  expect(writeJobSearch(readJobSearch({ state: 'lost', groupUuid: 'x' }))).toEqual({});
  expect(narrowingOf(readJobSearch(full))).toEqual({
    showStatus: 'stopped',
    channelTag: '7-zip',
    groupUuid,
    agentUuid: hostUuid,
  });
});
