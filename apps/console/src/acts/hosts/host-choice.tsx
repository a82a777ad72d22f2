import { useQuery } from '@tanstack/react-query';
import { SearchChoice } from '../../ui/form/search-choice.tsx';
import { foundHostsQuery } from './host-choice.queries.ts';
import { type FilterChoiceProps, useTypedChoice } from './use-typed-choice.ts';

/** One host of many, for a filter. */
export function HostChoice(props: FilterChoiceProps) {
  const { searched, field } = useTypedChoice(props);
  const found = useQuery(foundHostsQuery(searched)).data ?? [];
  return (
    <SearchChoice
      {...field}
      found={found.map(({ uuid, hostName, groupName }) => ({ value: uuid, label: hostName, detail: groupName ?? '' }))}
    />
  );
}
