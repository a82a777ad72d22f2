import { channels } from '@patchkeep/contract/channels';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type FilterChoiceProps, FoundChoice } from '../../../acts/hosts/found-choice.tsx';
import { call } from '../../../lib/client.ts';

const fetchChannels = { verb: 'fetch', thing: 'channel info' } as const;

const foundQuery = (q: string) =>
  queryOptions({
    queryKey: ['counts', 'channels', q],
    queryFn: ({ signal }) =>
      call(channels.list, { query: { limit: 20, ...(q !== '' && { q }) } }, { signal, operation: fetchChannels }),
    placeholderData: keepPreviousData,
    select: ({ channelInfos }) => channelInfos,
  });

/** What an application is called, for the words of a filter. */
export const applicationNameQuery = (channelTag: string) =>
  queryOptions({
    queryKey: ['counts', 'channel', channelTag],
    queryFn: ({ signal }) =>
      call(channels.list, { query: { limit: 1, channelTag } }, { signal, operation: fetchChannels }),
    select: ({ channelInfos }) => channelInfos[0]?.title,
    meta: { isSilent: true },
  });

const useFoundApplications = (typed: string) => {
  const found = useQuery(foundQuery(typed)).data ?? [];
  return found.map(({ channelTag, title, vendor }) => ({ value: channelTag, label: title, detail: vendor }));
};

/** One application of the catalogue, for a filter. */
export function ApplicationChoice(props: FilterChoiceProps) {
  return <FoundChoice {...props} useFound={useFoundApplications} />;
}
