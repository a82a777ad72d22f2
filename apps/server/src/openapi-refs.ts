type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Shorter schemas stay where they are: a reference would not be shorter, and harder to read. */
const shortest = 90;

const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

/** The keys of a schema that hold schemas, so that a property named `items` is not taken for one. */
const below = (schema: Json, name: string, visit: (value: unknown, name: string) => unknown): Json =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isObject(value))
        return [key, Object.fromEntries(Object.entries(value).map(([each, of]) => [each, visit(of, each)]))];
      if (key === 'items' || key === 'additionalProperties') return [key, visit(value, singular(name))];
      if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(key) && Array.isArray(value))
        return [key, value.map((each) => visit(each, name))];
      return [key, value];
    }),
  );

export interface Schemas {
  /** The schema with every part that occurs more than once replaced by a reference. */
  of(schema: Json, name: string): Json;
  /** What the references point to, by name. */
  components(): Record<string, Json>;
}

/**
 * Shares equal schemas between the operations of a document. A shared schema is named after the property, body or
 * answer where it occurs first; a second schema of that name, or one of a reserved name, gets a number.
 */
export const shareSchemas = (
  all: readonly [schema: Json, name: string][],
  reserved: readonly string[] = [],
): Schemas => {
  const uses = new Map<string, number>();
  const count = (value: unknown, name: string): unknown => {
    if (!isObject(value)) return value;
    const text = JSON.stringify(value);
    const times = (uses.get(text) ?? 0) + 1;
    uses.set(text, times);
    // What lies within a shared schema is written once, however often the schema is used.
    return times === 1 ? below(value, name, count) : value;
  };
  for (const [schema, name] of all) count(schema, name);

  const names = new Map<string, string>();
  const taken = new Map<string, Json>();
  const nameFor = (wanted: string): string => {
    const base = pascal(wanted) || 'Schema';
    let name = base;
    for (let number = 2; taken.has(name) || reserved.includes(name); number += 1) name = `${base}${number}`;
    return name;
  };
  const share = (value: unknown, name: string): unknown => {
    if (!isObject(value)) return value;
    const text = JSON.stringify(value);
    if (text.length < shortest || (uses.get(text) ?? 0) < 2) return below(value, name, share);
    let known = names.get(text);
    if (known === undefined) {
      known = nameFor(name);
      names.set(text, known);
      // The name is taken before the parts are visited, so that a part cannot take it.
      taken.set(known, {});
      taken.set(known, below(value, name, share));
    }
    return { $ref: `#/components/schemas/${known}` };
  };
  return {
    of: (schema, name) => share(schema, name) as Json,
    components: () => Object.fromEntries([...taken].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
};
