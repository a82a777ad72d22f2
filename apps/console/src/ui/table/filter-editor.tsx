import { useState } from 'react';
import { Button } from '../button.tsx';
import { Checkbox } from '../form/checkbox.tsx';
import { Select } from '../form/select.tsx';
import { TextField } from '../form/text-field.tsx';
import type { FilterField } from './filter-field.ts';
import { type Filter, filterOps } from './filters.ts';
import s from './bar.module.css';

export interface FilterEditorProps {
  fields: readonly [FilterField, ...FilterField[]];
  filter?: Filter | undefined;
  onApply: (filter: Filter) => void;
}

export function FilterEditor({ fields, filter, onApply }: FilterEditorProps) {
  const [draft, setDraft] = useState<Filter>(filter ?? { field: fields[0].id, op: fields[0].ops[0], values: [] });
  const field = fields.find(({ id }) => id === draft.field) ?? fields[0];
  return (
    <form
      className={s['editor']}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.values.length > 0) onApply(draft);
      }}
    >
      <Select
        label="Field"
        options={fields.map(({ id, label }) => ({ value: id, label }))}
        value={field.id}
        onChange={(id) => {
          const next = fields.find((one) => one.id === id) ?? fields[0];
          setDraft({ field: next.id, op: next.ops[0], values: [] });
        }}
      />
      {field.ops.length > 1 && (
        <Select
          label="Condition"
          options={field.ops.map((op) => ({ value: op, label: filterOps[op] }))}
          value={draft.op}
          onChange={(op) => setDraft({ ...draft, op })}
        />
      )}
      {field.Choice && (
        <field.Choice
          value={draft.values[0] ?? null}
          onChange={(value) => setDraft({ ...draft, values: value === null ? [] : [value] })}
        />
      )}
      {!field.Choice && field.options && field.isSingle && (
        <Select
          label="Value"
          options={field.options}
          value={draft.values[0] ?? null}
          onChange={(value) => setDraft({ ...draft, values: [value] })}
        />
      )}
      {!field.Choice && field.options && !field.isSingle && (
        <fieldset>
          <legend className={s['legend']}>Any of</legend>
          <div className={s['options']}>
            {field.options.map(({ value, label }) => (
              <Checkbox
                key={value}
                isSelected={draft.values.includes(value)}
                onChange={(isOn) =>
                  setDraft({
                    ...draft,
                    values: isOn ? [...draft.values, value] : draft.values.filter((other) => other !== value),
                  })
                }
              >
                {label}
              </Checkbox>
            ))}
          </div>
        </fieldset>
      )}
      {!field.Choice && !field.options && (
        <TextField
          label={field.unit ? `Value (${field.unit})` : 'Value'}
          value={draft.values[0] ?? ''}
          onChange={(value) => setDraft({ ...draft, values: value ? [value] : [] })}
        />
      )}
      <div className={s['row']}>
        <Button type="submit" variant="primary" isDisabled={draft.values.length === 0}>
          Apply filter
        </Button>
      </div>
    </form>
  );
}
