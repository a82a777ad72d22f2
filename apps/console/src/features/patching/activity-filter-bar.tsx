import { activityResults } from '@patchkeep/contract/activities';
import { flattenGroups } from '@patchkeep/rules/group-tree';
import { useQuery } from '@tanstack/react-query';
import { useHostField } from '../../acts/hosts/use-host-field.ts';
import { groupsQuery } from '../../lib/site.queries.ts';
import { PeriodFields } from '../../ui/form/period-fields.tsx';
import { TypedSearch } from '../../ui/form/typed-search.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../ui/table/filter-field.ts';
import { type ActivitySearch, chipsOf, withChips } from './activity-search.ts';
import { resultText } from './activity-text.ts';
import s from './patching.module.css';

interface ActivityFilterBarProps {
  search: ActivitySearch;
  onSearch: (search: ActivitySearch) => void;
  /** What the channels in sight are called. */
  names: ReadonlyMap<string, string>;
}

export function ActivityFilterBar({ search, onSearch, names }: ActivityFilterBarProps) {
  const { hostUuid, channelTag } = search;
  const groups = useQuery(groupsQuery).data ?? [];
  const fields: readonly [FilterField, ...FilterField[]] = [
    useHostField(hostUuid),
    {
      id: 'group',
      label: 'Group',
      ops: ['under'],
      isSingle: true,
      options: flattenGroups(groups).map(({ group, path }) => ({ value: group.uuid, label: path })),
    },
    search.kind === 'app'
      ? {
          id: 'channel',
          label: 'Channel',
          ops: ['is'],
          isSingle: true,
          options: [...new Map([...(channelTag === undefined ? [] : [[channelTag, channelTag] as const]), ...names])]
            .map(([value, label]) => ({ value, label }))
            .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { sensitivity: 'base' })),
        }
      : { id: 'article', label: 'KB', ops: ['is'] },
    {
      id: 'result',
      label: 'Result',
      ops: ['is'],
      isSingle: true,
      options: activityResults.map((result) => ({ value: result, label: resultText[result] })),
    },
  ];
  return (
    <FilterBar fields={fields} filters={chipsOf(search)} onChange={(filters) => onSearch(withChips(search, filters))}>
      <div className={s['search']}>
        <TypedSearch
          label={search.kind === 'app' ? 'Part of the application' : 'Part of the title'}
          q={search.title}
          onSearch={(title) => onSearch({ ...search, title })}
        />
      </div>
      <PeriodFields period={search} onChange={(change) => onSearch({ ...search, ...change })} />
    </FilterBar>
  );
}
