import type { Activity } from '@patchkeep/contract/activity-log';
import { PeriodFields } from '../../ui/form/period-fields.tsx';
import { Select } from '../../ui/form/select.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../ui/table/filter-field.ts';
import type { LogOf } from './activity-log.queries.ts';
import { type ActorChoice, actorChoices, actorsShown, chipsOf, type LogSearch, withChips } from './log-search.ts';
import { actorOf, kindOf, knownKinds, knownVerbs, objectOf, verbOf } from './log-text.ts';

const actorText: Record<ActorChoice, string> = {
  people: 'People',
  hosts: 'Hosts and Patchkeep',
  everybody: 'Everybody',
};
const actorOptions = actorChoices.map((value) => ({ value, label: actorText[value] }));

interface LogFilterBarProps {
  of: LogOf;
  search: LogSearch;
  onSearch: (search: LogSearch) => void;
  /** Those in sight: whom and what there is to choose from. */
  activities: readonly Activity[];
}

const optionsOf = (entries: Iterable<readonly [string, string]>, chosen: string | undefined) => {
  const options = new Map(entries);
  if (chosen !== undefined && !options.has(chosen)) options.set(chosen, chosen);
  return [...options]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { sensitivity: 'base' }));
};

export function LogFilterBar({ of, search, onSearch, activities }: LogFilterBarProps) {
  const people = activities.flatMap((activity) =>
    activity.userUuid === null ? [] : [[activity.userUuid, actorOf(activity)] as const],
  );
  const fields: readonly [FilterField, ...FilterField[]] = [
    { id: 'person', label: 'Person', ops: ['is'], isSingle: true, options: optionsOf(people, search.userUuid) },
    {
      id: 'verb',
      label: 'Act',
      ops: ['is'],
      isSingle: true,
      options: optionsOf(
        [...knownVerbs, ...activities.map(({ verb }) => verb)].map((verb) => [verb, verbOf(verb)]),
        search.verb,
      ),
    },
    {
      id: 'kind',
      label: 'Kind',
      ops: ['is'],
      isSingle: true,
      options: optionsOf(
        [...knownKinds, ...activities.map(({ objectKind }) => objectKind)].map((kind) => [kind, kindOf(kind)]),
        search.objectKind,
      ),
    },
    {
      id: 'object',
      label: 'Object',
      ops: ['is'],
      isSingle: true,
      options: optionsOf(
        activities.map((activity) => [activity.objectId, objectOf(activity)]),
        search.objectId,
      ),
    },
  ];
  return (
    <FilterBar fields={fields} filters={chipsOf(search)} onChange={(filters) => onSearch(withChips(search, filters))}>
      <Select
        label="Acts of"
        isLabelHidden
        options={actorOptions}
        value={actorsShown(of, search)}
        onChange={(by) => onSearch({ ...search, by })}
      />
      <PeriodFields period={search} onChange={(change) => onSearch({ ...search, ...change })} />
    </FilterBar>
  );
}
