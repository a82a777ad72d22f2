type Json = Record<string, unknown>;

/** One line of a table: a field by its path, what it may be, and whether it must be there. */
export interface Field {
  path: string;
  type: string;
  isRequired: boolean;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A word or a number as text; nothing else has one here. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Deeper fields are in the document itself; a table of hundreds of lines is read by nobody. */
const deepest = 4;
const most = 80;

export type Resolve = (schema: Json) => Json;

export const resolverOf =
  (schemas: Record<string, Json>): Resolve =>
  (schema) => {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(textOf(schema['$ref']))?.[1];
    return name === undefined ? schema : (schemas[name] ?? {});
  };

const variantsOf = (schema: Json): Json[] =>
  [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap((each) => (Array.isArray(each) ? (each as Json[]) : []));

const boundsOf = (schema: Json): string => {
  const [low, high] = [schema['minimum'] ?? schema['minLength'], schema['maximum'] ?? schema['maxLength']];
  const unit = schema['type'] === 'string' ? ' characters' : '';
  const isHuge = typeof high === 'number' && high >= Number.MAX_SAFE_INTEGER;
  const isLow = typeof low === 'number' && low <= -Number.MAX_SAFE_INTEGER;
  const from = isLow ? '' : textOf(low);
  const to = isHuge ? '' : textOf(high);
  if (from === '' && to === '') return '';
  if (from !== '' && to !== '') return `, ${from} to ${to}${unit}`;
  return from === '' ? `, at most ${to}${unit}` : `, at least ${from}${unit}`;
};

const nameOfPattern = (schema: Json): string | undefined => {
  const pattern = textOf(schema['pattern']);
  if (pattern.includes('[0-9a-f]{8}(-[0-9a-f]{4})')) return 'UUID';
  return schema['format'] === 'date-time' ? 'time (ISO 8601)' : undefined;
};

/** What a value may be, in words. */
export const typeOf = (given: Json, resolve: Resolve, depth = 0): string => {
  const schema = resolve(given);
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((each) => JSON.stringify(each)).join(' | ');
  const variants = variantsOf(schema);
  if (variants.length > 0 && depth < 3)
    return [...new Set(variants.map((each) => typeOf(each, resolve, depth + 1)))].join(' | ');
  if (schema['type'] === 'array')
    return `list of ${isObject(schema['items']) ? typeOf(schema['items'], resolve, depth + 1) : 'anything'}`;
  const type = Array.isArray(schema['type']) ? schema['type'].join(' | ') : textOf(schema['type']) || 'anything';
  return (nameOfPattern(schema) ?? type) + boundsOf(schema);
};

/** The fields of a schema as lines of a table, those within others below them. */
export const fieldsOf = (given: Json, resolve: Resolve): Field[] => {
  const fields: Field[] = [];
  const visit = (each: Json, path: string, depth: number): void => {
    if (depth > deepest || fields.length >= most) return;
    const schema = resolve(each);
    for (const variant of variantsOf(schema)) visit(variant, path, depth);
    if (isObject(schema['items'])) visit(schema['items'], `${path}[]`, depth);
    const required = (schema['required'] ?? []) as string[];
    for (const [name, field] of Object.entries((schema['properties'] ?? {}) as Record<string, Json>)) {
      const at = path === '' ? name : `${path}.${name}`;
      if (fields.some((known) => known.path === at)) continue;
      fields.push({ path: at, type: typeOf(field, resolve), isRequired: required.includes(name) });
      visit(field, at, depth + 1);
    }
  };
  visit(given, '', 0);
  return fields.slice(0, most);
};
