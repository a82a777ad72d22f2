import { browserTimeZone, formatAbsolute } from '../../ui/format.ts';
import { fieldOf, valueOfField } from './log-text.ts';

export interface Change {
  field: string;
  /** Absent on a side that did not have the field. */
  before?: string;
  after?: string;
}

type Names = Readonly<Record<string, string>>;
type Flat = Map<string, string>;

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const valueOf = (value: unknown, names: Names): string => {
  if (value === null || value === '') return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string')
    return names[value] ?? (moment.test(value) ? formatAbsolute(new Date(value), browserTimeZone()) : value);
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** What an item of a list is about, so that both sides put it in the same place: a decision, by its subject and place. */
const labelOf = (item: unknown, index: number, names: Names): string => {
  if (!isRecord(item)) return `#${index + 1}`;
  const name = item['subject'] ?? item['name'] ?? item['title'];
  const place = item['scopeUuid'];
  if (typeof name !== 'string') return `#${index + 1}`;
  return typeof place === 'string' ? `${name} (${names[place] ?? place})` : name;
};

const flatten = (value: unknown, names: Names, path: readonly string[], into: Flat, key = ''): Flat => {
  const field = path.join(' · ') || 'Value';
  if (isRecord(value) && Object.keys(value).length > 0)
    for (const [name, inner] of Object.entries(value))
      flatten(inner, names, [...path, names[name] ?? fieldOf(name)], into, name);
  else if (Array.isArray(value) && value.some(isRecord))
    for (const [index, item] of value.entries())
      flatten(item, names, [...path.slice(0, -1), labelOf(item, index, names)], into);
  else if (Array.isArray(value)) into.set(field, value.map((item) => valueOf(item, names)).join(', ') || 'None');
  else if (isRecord(value)) into.set(field, 'None');
  else into.set(field, valueOfField(key, value) ?? valueOf(value, names));
  return into;
};

const sideOf = (value: unknown, names: Names): Flat =>
  value === null || value === undefined ? new Map() : flatten(value, names, [], new Map());

/** Field by field what became of it. What both sides have alike is counted, not listed. */
export const changesOf = (before: unknown, after: unknown, names: Names): { changes: Change[]; same: number } => {
  const [was, is] = [sideOf(before, names), sideOf(after, names)];
  const fields = [...new Set([...was.keys(), ...is.keys()])];
  const changes = fields.flatMap((field): Change[] => {
    const [old, now] = [was.get(field), is.get(field)];
    if (old === now) return [];
    return [{ field, ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) }];
  });
  return { changes, same: fields.length - changes.length };
};
