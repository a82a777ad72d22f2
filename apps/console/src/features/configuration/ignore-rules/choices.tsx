import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { type FoundOption, SearchChoice } from '../../../ui/form/search-choice.tsx';
import { type FormFieldProps, useFormField } from '../../../ui/form/use-form-field.ts';
import { formatCount } from '../../../ui/format.ts';
import { foundApplicationsQuery, foundHostsQuery } from './ignore-rules.queries.ts';

type ChoiceProps<Values extends FieldValues, Output> = FormFieldProps<Values, Output> & { label: string };

/** What is typed, and the one chosen: its name stays in the field until something else is typed. */
const useTyped = (onChange: (value: string) => void) => {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<FoundOption | null>(null);
  return {
    typed,
    searchText: useDebouncedValue(typed === chosen?.label ? '' : typed.trim()),
    onType: setTyped,
    choose: (option: FoundOption | null) => {
      setChosen(option);
      if (option) setTyped(option.label);
      onChange(option?.value ?? '');
    },
  };
};

export function ApplicationChoice<Values extends FieldValues, Output>({ label, ...form }: ChoiceProps<Values, Output>) {
  const { field, errorMessage } = useFormField(form);
  const { typed, searchText, onType, choose } = useTyped(field.onChange);
  const found = useQuery(foundApplicationsQuery(searchText)).data ?? [];
  return (
    <SearchChoice
      label={label}
      errorMessage={errorMessage}
      placeholder="Type a part of its name"
      typed={typed}
      onType={onType}
      value={field.value || null}
      onChange={choose}
      found={found.map(({ applicationId, name, publisher, hosts }) => ({
        value: String(applicationId),
        label: name,
        detail: `${publisher || 'Unknown publisher'} · ${formatCount(hosts, 'host')}`,
      }))}
    />
  );
}

export function HostChoice<Values extends FieldValues, Output>({ label, ...form }: ChoiceProps<Values, Output>) {
  const { field, errorMessage } = useFormField(form);
  const { typed, searchText, onType, choose } = useTyped(field.onChange);
  const found = useQuery(foundHostsQuery(searchText)).data ?? [];
  return (
    <SearchChoice
      label={label}
      errorMessage={errorMessage}
      placeholder="Type how its name begins"
      typed={typed}
      onType={onType}
      value={field.value || null}
      onChange={choose}
      found={found.map(({ uuid, hostName, groupName }) => ({
        value: uuid,
        label: hostName,
        ...(groupName !== null && { detail: groupName }),
      }))}
    />
  );
}
