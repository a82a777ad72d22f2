import { useState } from 'react';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import type { FoundOption } from '../../ui/form/search-choice.tsx';

export interface FilterChoiceProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** One of very many, for a filter: what to search for, and what the field needs beside what was found. */
export const useTypedChoice = ({ value, onChange }: FilterChoiceProps) => {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  return {
    searched: useDebouncedValue(typed === chosen ? '' : typed.trim()),
    field: {
      label: 'Value',
      placeholder: 'Type how its name begins',
      typed,
      onType: setTyped,
      value,
      onChange: (option: FoundOption | null) => {
        setChosen(option?.label ?? null);
        if (option) setTyped(option.label);
        onChange(option?.value ?? null);
      },
    },
  };
};
