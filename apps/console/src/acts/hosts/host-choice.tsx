import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { SearchChoice } from '../../ui/form/search-choice.tsx';
import { foundHostsQuery } from './host-choice.queries.ts';

export interface HostChoiceProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** One host of many, for a filter. */
export function HostChoice({ value, onChange }: HostChoiceProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const found = useQuery(foundHostsQuery(useDebouncedValue(typed === chosen ? '' : typed.trim()))).data ?? [];
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
      found={found.map(({ uuid, hostName, groupName }) => ({
        value: uuid,
        label: hostName,
        ...(groupName !== null && { detail: groupName }),
      }))}
    />
  );
}
