import { listedGoals } from '@patchkeep/contract/goals';
import { useQuery } from '@tanstack/react-query';
import { useHostField } from '../../../acts/hosts/use-host-field.ts';
import { groupField } from '../../../domain/host-filter-fields.ts';
import { groupsQuery } from '../../../lib/site.queries.ts';
import { FilterBar } from '../../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../../ui/table/filter-field.ts';
import { stateText } from '../job-text.ts';
import { ApplicationChoice, applicationNameQuery } from './application-choice.tsx';
import { chipsOf, type JobSearch, withChips } from './job-search.ts';

interface JobFilterBarProps {
  search: JobSearch;
  onSearch: (search: JobSearch) => void;
}

export function JobFilterBar({ search, onSearch }: JobFilterBarProps) {
  const { channelTag, hostUuid } = search;
  const groups = useQuery(groupsQuery).data ?? [];
  const title = useQuery({ ...applicationNameQuery(channelTag ?? ''), enabled: channelTag !== undefined }).data;
  const fields: readonly [FilterField, ...FilterField[]] = [
    {
      id: 'state',
      label: 'State',
      ops: ['is'],
      isSingle: true,
      options: listedGoals.map((value) => ({ value, label: value === 'open' ? 'Not completed' : stateText[value] })),
    },
    {
      id: 'application',
      label: 'Application',
      ops: ['is'],
      Choice: ApplicationChoice,
      ...(channelTag !== undefined && { options: [{ value: channelTag, label: title ?? channelTag }] }),
    },
    groupField(groups),
    useHostField(hostUuid),
  ];
  return <FilterBar fields={fields} filters={chipsOf(search)} onChange={(filters) => onSearch(withChips(filters))} />;
}
