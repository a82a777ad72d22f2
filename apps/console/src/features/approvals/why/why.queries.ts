import { why } from '@patchkeep/contract/why';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';

/** What is asked about: an application's channel, or a Windows update. */
export type WhySubject = { channelTag: string } | { wuaKey: string };

/* Keys begin with "approvals", the word of the hint after a change; what is installed and who belongs where decides too. */
const alsoOf = ['counts', 'host', 'group', 'tag'] as const;
const operation = { verb: 'fetch', thing: 'approvals' } as const;
/** Screens say themselves what they could not fetch. */
const meta = { isShownInPlace: true, alsoOf };

export const hostPolicyQuery = (hostUuid: string) =>
  queryOptions({
    queryKey: ['approvals', 'of-host', hostUuid],
    queryFn: ({ signal }) => call(why.ofHost, { params: { id: hostUuid } }, { signal, operation }),
    meta,
  });

export const whyQuery = (hostUuid: string, subject: WhySubject) =>
  queryOptions({
    queryKey: ['approvals', 'why', hostUuid, subject],
    queryFn: ({ signal }) => call(why.explain, { params: { id: hostUuid }, query: subject }, { signal, operation }),
    meta,
  });

export const spreadQuery = (subject: WhySubject, scope: { groupUuid?: string; tagUuid?: string } = {}) =>
  queryOptions({
    queryKey: ['approvals', 'spread', subject, scope],
    queryFn: ({ signal }) => call(why.spread, { query: { ...subject, ...scope } }, { signal, operation }),
    placeholderData: keepPreviousData,
    meta,
  });
