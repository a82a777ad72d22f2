import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
} from 'react-aria-components/SearchField';
import { cx } from '../cx.ts';
import s from './field.module.css';

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'children' | 'className' | 'style'> {
  /** The spoken name, and the grey words while empty. */
  label: string;
}

export function SearchField({ label, ...props }: SearchFieldProps) {
  return (
    <AriaSearchField {...props} aria-label={label} className={cx(s['search'])}>
      <Search size={16} className={cx(s['searchIcon'])} aria-hidden />
      <Input data-key="/" placeholder={label} className={cx(s['control'])} />
      <Button className={cx(s['clear'])}>
        <X size={16} aria-hidden />
      </Button>
    </AriaSearchField>
  );
}
