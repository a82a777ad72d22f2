import { channels } from '@patchkeep/contract/channels';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
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

interface ApplicationChoiceProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** One application of the catalogue, for a filter. */
export function ApplicationChoice({ value, onChange }: ApplicationChoiceProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const found = useQuery(foundQuery(useDebouncedValue(typed === chosen ? '' : typed.trim()))).data ?? [];
  return (
    <SearchChoice
      label="Value"
      placeholder="Type how its name begins"
      typed={typed}
      onType={setTyped}
      value={value}
      onChange={(option) => {
        setChosen(option?.label ?? null);
        if (option) setTyped(option.label);
        onChange(option?.value ?? null);
      }}
      found={found.map(({ channelTag, title, vendor }) => ({
        value: channelTag,
        label: title,
        ...(vendor !== '' && { detail: vendor }),
      }))}
    />
  );
}
