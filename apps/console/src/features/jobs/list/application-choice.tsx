import { channels } from '@patchkeep/contract/channels';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type FilterChoiceProps, useTypedChoice } from '../../../acts/hosts/use-typed-choice.ts';
import { call } from '../../../lib/client.ts';
import { SearchChoice } from '../../../ui/form/search-choice.tsx';

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

/** One application of the catalogue, for a filter. */
export function ApplicationChoice(props: FilterChoiceProps) {
  const { searched, field } = useTypedChoice(props);
  const found = useQuery(foundQuery(searched)).data ?? [];
  const options = found.map(({ channelTag, title, vendor }) => ({ value: channelTag, label: title, detail: vendor }));
  return <SearchChoice {...field} found={options} />;
}
