import type { ComponentType } from 'react';
import { type Filter, type FilterOp, filterOps } from './filters.ts';

/** A field the list can be narrowed by, as a page describes it. */
export interface FilterField {
  id: string;
  label: string;
  ops: readonly [FilterOp, ...FilterOp[]];
  /** The values to choose from; without them a text is typed. */
  options?: readonly { value: string; label: string }[];
  /** Only one of the options at a time. */
  isSingle?: boolean;
  /** Said of a value that is none of the options: what it named was deleted. */
  unknown?: string;
  /** Written after a typed value: "7 days". */
  unit?: string;
  /** How one value is found among very many; the options then only give the chosen one its name. */
  Choice?: ComponentType<{ value: string | null; onChange: (value: string | null) => void }>;
}

/** A chip's words. A field the page no longer knows still shows, so that it can be taken away. */
export function describeFilter(filter: Filter, fields: readonly FilterField[]): { field: string; rest: string } {
  const field = fields.find(({ id }) => id === filter.field);
  const { options = [], unknown } = field ?? {};
  // Without any option they have not been fetched yet.
  const unnamed = (value: string) => (unknown === undefined ? value : options.length === 0 ? '...' : unknown);
  const values = filter.values.map((value) => options.find((o) => o.value === value)?.label ?? unnamed(value));
  const unit = field?.unit ? ` ${field.unit}` : '';
  return { field: field?.label ?? filter.field, rest: `${filterOps[filter.op]} ${values.join(', ')}${unit}` };
}
