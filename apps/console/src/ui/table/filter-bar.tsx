import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../cx.ts';
import { FilterEditor } from './filter-editor.tsx';
import { describeFilter, type FilterField } from './filter-field.ts';
import { type Filter, formatFilter, withFilter } from './filters.ts';
import p from '../popover.module.css';
import s from './bar.module.css';

export interface FilterBarProps {
  fields: readonly [FilterField, ...FilterField[]];
  filters: readonly Filter[];
  onChange: (filters: readonly Filter[]) => void;
  /** A search field, placed first. */
  children?: ReactNode;
}

export function FilterBar({ fields, filters, onChange, children }: FilterBarProps) {
  return (
    <fieldset className={cx(s['bar'], s['filters'])} aria-label="Filters">
      {children}
      {filters.map((filter) => {
        const text = describeFilter(filter, fields);
        const others = filters.filter((other) => other !== filter);
        return (
          <span key={formatFilter(filter)} className={s['chip']}>
            <FilterPopover
              label="Edit filter"
              fields={fields}
              filter={filter}
              onApply={(next) =>
                onChange(
                  withFilter(
                    filters.map((old) => (old === filter ? next : old)),
                    next,
                  ),
                )
              }
            >
              <AriaButton className={cx(s['chipText'])}>
                <b>{text.field}</b> {text.rest}
              </AriaButton>
            </FilterPopover>
            <button
              type="button"
              className={s['chipRemove']}
              aria-label={`Remove filter ${text.field} ${text.rest}`}
              onClick={() => onChange(others)}
            >
              <X size={12} aria-hidden />
            </button>
          </span>
        );
      })}
      <FilterPopover label="Add filter" fields={fields} onApply={(filter) => onChange(withFilter(filters, filter))}>
        <AriaButton data-key="f" className={cx(s['chip'], s['add'])}>
          <Plus size={12} aria-hidden />
          Filter
        </AriaButton>
      </FilterPopover>
      {filters.length > 0 && (
        <button type="button" className={cx(s['text'], s['plain'])} onClick={() => onChange([])}>
          Clear all
        </button>
      )}
    </fieldset>
  );
}

interface FilterPopoverProps {
  label: string;
  fields: FilterBarProps['fields'];
  filter?: Filter;
  onApply: (filter: Filter) => void;
  children: ReactNode;
}

function FilterPopover({ label, fields, filter, onApply, children }: FilterPopoverProps) {
  return (
    <DialogTrigger>
      {children}
      <Popover className={cx('raised', p['popover'])} placement="bottom start" offset={4}>
        <Dialog aria-label={label} className={cx(p['dialog'])}>
          {({ close }) => (
            <FilterEditor
              fields={fields}
              filter={filter}
              onApply={(next) => {
                onApply(next);
                close();
              }}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
