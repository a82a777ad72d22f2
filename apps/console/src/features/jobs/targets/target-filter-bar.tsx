import { goalVerdicts } from '@patchkeep/contract/goals';
import { useQuery } from '@tanstack/react-query';
import { useHostField } from '../../../acts/hosts/use-host-field.ts';
import { groupField, tagField } from '../../../domain/host-filter-fields.ts';
import { groupsQuery, tagsQuery } from '../../../lib/site.queries.ts';
import { FilterBar } from '../../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../../ui/table/filter-field.ts';
import { verdictText } from '../job-text.ts';
import { jobQuery } from '../jobs.queries.ts';
import { ApplicationChoice, applicationNameQuery } from '../list/application-choice.tsx';
import { targetChips, type TargetSearch, withTargetChips } from './target-search.ts';

interface TargetFilterBarProps {
  search: TargetSearch;
  onSearch: (search: TargetSearch) => void;
}

export function TargetFilterBar({ search, onSearch }: TargetFilterBarProps) {
  const { channelTag, goalUuid, hostUuid } = search;
  const groups = useQuery(groupsQuery).data ?? [];
  const tags = useQuery(tagsQuery).data ?? [];
  const application = useQuery({ ...applicationNameQuery(channelTag ?? ''), enabled: channelTag !== undefined }).data;
  const job = useQuery({ ...jobQuery(goalUuid ?? ''), enabled: goalUuid !== undefined }).data?.goal.title;
  const fields: readonly [FilterField, ...FilterField[]] = [
    {
      id: 'state',
      label: 'State',
      ops: ['is'],
      isSingle: true,
      options: goalVerdicts.map((value) => ({ value, label: verdictText[value] })),
    },
    {
      id: 'application',
      label: 'Application',
      ops: ['is'],
      Choice: ApplicationChoice,
      ...(channelTag !== undefined && { options: [{ value: channelTag, label: application ?? channelTag }] }),
    },
    groupField(groups),
    tagField(tags),
    useHostField(hostUuid),
    // A job is chosen on its own page, and taken away here.
    ...(goalUuid === undefined
      ? []
      : [
          {
            id: 'job',
            label: 'Job',
            ops: ['is'] as const,
            isSingle: true,
            options: [{ value: goalUuid, label: job ?? '...' }],
          },
        ]),
  ];
  return (
    <FilterBar
      fields={fields}
      filters={targetChips(search)}
      onChange={(filters) => onSearch(withTargetChips(filters))}
    />
  );
}
