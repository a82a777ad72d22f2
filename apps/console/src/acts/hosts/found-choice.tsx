import { useState } from 'react';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { type FoundOption, SearchChoice } from '../../ui/form/search-choice.tsx';

export interface FilterChoiceProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** One of very many, for a filter: found by how its name begins. */
export function FoundChoice({
  value,
  onChange,
  useFound,
}: FilterChoiceProps & { useFound: (typed: string) => readonly FoundOption[] }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const found = useFound(useDebouncedValue(typed === chosen ? '' : typed.trim()));
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
      found={found}
    />
  );
}
