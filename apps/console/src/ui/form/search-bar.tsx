import type { ReactNode } from 'react';
import { SearchField } from './search-field.tsx';
import s from './search-bar.module.css';

export interface SearchBarProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What stands beside the search. */
  children?: ReactNode;
}

/** The bar above a list that is here as a whole: what is typed narrows it in place. */
export function SearchBar({ label, value, onChange, children }: SearchBarProps) {
  return (
    <div className={s['bar']}>
      <div className={s['search']}>
        <SearchField label={label} value={value} onChange={onChange} />
      </div>
      {children}
    </div>
  );
}
