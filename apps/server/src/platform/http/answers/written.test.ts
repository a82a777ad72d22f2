// oxlint-disable no-underscore-dangle -- what zod lets others read of a schema has that name
import { allEndpoints, detachedEndpoints, scimEndpoints } from '@patchkeep/contract/api';
import { uuid } from '@patchkeep/contract/fields';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { exactTest } from './exact.ts';
import { written } from './written.ts';

type Made = fc.Arbitrary<unknown>;

/** What the checks of a schema say, taken together. */
const boundsOf = ({ _zod: { def } }: z.core.$ZodTypes, most: number) => {
  const said = (def.checks ?? []).map((check) => ({ ...check._zod.def }) as Record<string, unknown>);
  const numbers = (check: string, key: string) =>
    said.filter((each) => each['check'] === check).map((each) => Number(each[key]));
  const least = [...numbers('min_length', 'minimum'), ...numbers('greater_than', 'value')];
  const largest = [...numbers('max_length', 'maximum'), ...numbers('less_than', 'value')];
  const lengths = numbers('length_equals', 'length');
  const min = Math.max(0, ...least, ...lengths);
  const pattern = said.find((each) => each['pattern'] !== undefined)?.['pattern'] as RegExp | undefined;
  return { min, max: Math.max(min, Math.min(most, ...largest, ...lengths)), pattern };
};

const texts = (schema: z.core.$ZodString): Made => {
  if (schema === uuid) return fc.uuid();
  const { def } = schema._zod;
  if ('format' in def && def.format === 'datetime')
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((at) => at.toISOString());
  const { min, max, pattern } = boundsOf(schema, 12);
  const own = 'pattern' in def ? (def.pattern as RegExp) : pattern;
  if (own) return fc.stringMatching(new RegExp(own.source));
  return fc.string({ unit: fc.constantFrom('a', 'Z', '0', 'é', ' ', '"'), minLength: min, maxLength: max });
};

const fields = (shape: Readonly<Record<string, z.core.$ZodType>>): Made => {
  const isNeeded = ([, { _zod }]: [string, z.core.$ZodType]) => _zod.optin === undefined;
  const requiredKeys = Object.entries(shape)
    .filter(isNeeded)
    .map(([key]) => key);
  const parts = Object.entries(shape).map(([key, schema]) => [key, valuesOf(schema)] as const);
  return fc.record(Object.fromEntries(parts), { requiredKeys });
};

const entries = ({ keyType, valueType }: z.core.$ZodRecordDef): Made =>
  keyType._zod.values
    ? fields(Object.fromEntries([...keyType._zod.values].map((key) => [String(key), valueType])))
    : fc.dictionary(valuesOf(keyType) as fc.Arbitrary<string>, valuesOf(valueType), { maxKeys: 2 });

type Kind = z.core.$ZodTypes['_zod']['def']['type'];
const makers: { [K in Kind]?: (schema: Extract<z.core.$ZodTypes, { _zod: { def: { type: K } } }>) => Made } = {
  string: texts,
  number: (schema) => fc.integer(boundsOf(schema, 2_000_000_000)),
  boolean: () => fc.boolean(),
  unknown: () => fc.jsonValue({ maxDepth: 1 }),
  enum: ({ _zod }) => fc.constantFrom(..._zod.values),
  literal: ({ _zod }) => fc.constantFrom(..._zod.values),
  nullable: ({ _zod }) => fc.option(valuesOf(_zod.def.innerType)),
  optional: ({ _zod }) => valuesOf(_zod.def.innerType),
  default: ({ _zod }) => valuesOf(_zod.def.innerType),
  array: ({ _zod }) => fc.array(valuesOf(_zod.def.element), { maxLength: 2 }),
  object: ({ _zod }) => fields(_zod.def.shape),
  record: ({ _zod }) => entries(_zod.def),
  union: ({ _zod }) => fc.oneof(..._zod.def.options.map(valuesOf)),
};

const known = new WeakMap<z.core.$ZodType, Made>();
/** Values as handlers give them. */
const valuesOf = (schema: z.core.$ZodType): Made => {
  const make = makers[schema._zod.def.type as Kind] as ((of: z.core.$ZodType) => Made) | undefined;
  const values = known.get(schema) ?? make?.(schema);
  if (!values) throw new Error(`Nothing is made up for ${schema._zod.def.type}`);
  known.set(schema, values);
  return values;
};

type Holder = Record<string, unknown>;
const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !(value instanceof Date);
/** Every place of a value: what holds it, and the key under which it is there. */
const placesIn = (holder: Holder): [Holder, string][] =>
  Object.entries(holder).flatMap(([key, value]) => [
    [holder, key] as [Holder, string],
    ...(isHolder(value) ? placesIn(value) : []),
  ]);

const wrong = [
  null,
  undefined,
  true,
  -1,
  1.5,
  Number.NaN,
  '',
  ' X ',
  'AbcD',
  'A0000000-0000-4000-8000-00000000000F',
  {},
  [],
  new Date(0),
];
type Harm = { at: number; how: 'leave out' | 'add' | 'put'; put: unknown };
const harm: fc.Arbitrary<Harm> = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('leave out', 'add', 'put'),
  put: fc.constantFrom(...wrong),
});

const harmed = (whole: unknown, { at, how, put }: Harm): unknown => {
  const outside: Holder = { whole: structuredClone(whole) };
  const places = placesIn(outside);
  const [holder, key] = places[at % places.length] ?? [outside, 'whole'];
  const inside = holder[key];
  if (how === 'put') holder[key] = structuredClone(put);
  else if (how === 'leave out' && !Array.isArray(holder)) delete holder[key];
  else if (isHolder(inside) && !Array.isArray(inside)) inside['secret'] = 'of another customer';
  return outside['whole'];
};

const outcome = (write: () => string | undefined): unknown => {
  try {
    const text = write();
    return text === undefined ? 'nothing' : JSON.parse(text);
  } catch {
    return 'refused';
  }
};

const endpoints = [...allEndpoints, ...detachedEndpoints, ...scimEndpoints].map(
  ({ method, path, response }) => [`${method} ${path}`, response as z.ZodType] as const,
);

/** Their options go to the browser as the library made them, whatever is in them. */
const isAskedOfZod = (name: string): boolean => /\/passkey(-alone)?\/options$/.test(name);

test.each(endpoints)('%s leaves as the contract has it, or not at all', (name, schema) => {
  let [taken, exact] = [0, 0];
  fc.assert(
    fc.property(valuesOf(schema), fc.array(harm, { maxLength: 2 }), (value, harms) => {
      const given = harms.reduce(harmed, value);
      expect(outcome(() => written(schema, given).text)).toEqual(outcome(() => JSON.stringify(schema.parse(given))));
      const { success, data } = schema.safeParse(value);
      if (success) taken += 1;
      if (success && exactTest(schema)(data)) exact += 1;
    }),
    { numRuns: 20 },
  );
  expect(taken).toBeGreaterThan(0);
  expect(exact).toBe(isAskedOfZod(name) ? 0 : taken);
});
