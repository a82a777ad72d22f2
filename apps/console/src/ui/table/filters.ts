/** What a filter may say. The word is read between the field and its values: "Status is Insecure". */
export const filterOps = {
  is: 'is',
  not: 'is not',
  has: 'contains',
  under: 'under',
  within: 'within',
  from: 'from',
  to: 'to',
  over: 'more than',
  below: 'less than',
} as const;
export type FilterOp = keyof typeof filterOps;

/** Several values mean "any of them"; several filters mean "all of them". */
export interface Filter {
  field: string;
  op: FilterOp;
  values: readonly string[];
}

/** The filter of a field that may say nothing. */
export const chip = (field: string, op: FilterOp, value: string | undefined): Filter[] =>
  value === undefined ? [] : [{ field, op, values: [value] }];

/** The first value that filters give a field. */
export const valueIn = (filters: readonly Filter[], field: string): string | undefined =>
  filters.find((filter) => filter.field === field)?.values[0];

/* The signs of the grammar field:op:value,value;field:op:value are escaped inside values, nothing else is. */
const escape = (value: string) => value.replaceAll(/[%:,;]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
const unescape = (value: string) =>
  value.replaceAll(/%(25|3a|2c|3b)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

export function formatFilter({ field, op, values }: Filter): string {
  return [escape(field), op, values.map(escape).join(',')].join(':');
}

function isFilterOp(word: string): word is FilterOp {
  return Object.hasOwn(filterOps, word);
}

/** Undefined for text that is not a filter: a link from elsewhere may carry anything. */
export function parseFilter(text: string): Filter | undefined {
  const [field = '', op = '', list = '', ...rest] = text.split(':');
  const values = [...new Set(list.split(',').filter(Boolean).map(unescape))];
  if (!field || !isFilterOp(op) || values.length === 0 || rest.length > 0) return undefined;
  return { field: unescape(field), op, values };
}

/** One string, for a URL's search param or a saved view. */
export function formatFilters(filters: readonly Filter[]): string {
  return filters.map(formatFilter).join(';');
}

/** Broken pieces are left out, the rest still counts. */
export function parseFilters(text: string): Filter[] {
  return text.split(';').flatMap((piece) => parseFilter(piece) ?? []);
}

/** Puts a filter in; one of the same field and op gives way, so no two chips argue. */
export function withFilter(filters: readonly Filter[], filter: Filter): Filter[] {
  const isSame = (other: Filter) => other.field === filter.field && other.op === filter.op;
  return filters.some(isSame) ? filters.map((other) => (isSame(other) ? filter : other)) : [...filters, filter];
}
