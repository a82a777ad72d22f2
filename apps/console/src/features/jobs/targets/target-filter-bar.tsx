import { goalVerdicts } from '@patchkeep/contract/goal-hosts';
import { useQuery } from '@tanstack/react-query';
import { useHostField } from '../../../acts/hosts/use-host-field.ts';
import { groupField, tagField } from '../../../domain/host-filter-fields.ts';
import { groupsQuery, tagsQuery } from '../../../lib/site.queries.ts';
import { FilterBar } from '../../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../../ui/table/filter-field.ts';
import { verdictText } from '../job-text.ts';
import { jobQuery } from '../jobs.queries.ts';
import { stateField, useApplicationField } from '../list/filter-fields.ts';
import { targetChips, type TargetSearch, withTargetChips } from './target-search.ts';

interface TargetFilterBarProps {
  search: TargetSearch;
  onSearch: (search: TargetSearch) => void;
}

export function TargetFilterBar({ search, onSearch }: TargetFilterBarProps) {
  const { channelTag, goalUuid, hostUuid } = search;
  const groups = useQuery(groupsQuery).data ?? [];
  const tags = useQuery(tagsQuery).data ?? [];
  const job = useQuery({ ...jobQuery(goalUuid ?? ''), enabled: goalUuid !== undefined }).data?.goal.title;
  const fields: readonly [FilterField, ...FilterField[]] = [
    stateField(goalVerdicts.map((value) => ({ value, label: verdictText[value] }))),
    useApplicationField(channelTag),
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
