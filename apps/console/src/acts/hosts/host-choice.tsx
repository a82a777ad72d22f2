import { useQuery } from '@tanstack/react-query';
import { type FilterChoiceProps, FoundChoice } from './found-choice.tsx';
import { foundHostsQuery } from './host-choice.queries.ts';

const useFoundHosts = (typed: string) => {
  const found = useQuery(foundHostsQuery(typed)).data ?? [];
  return found.map(({ uuid, hostName, groupName }) => ({ value: uuid, label: hostName, detail: groupName ?? '' }));
};

/** One host of many, for a filter. */
export function HostChoice(props: FilterChoiceProps) {
  return <FoundChoice {...props} useFound={useFoundHosts} />;
}
