// oxlint-disable no-underscore-dangle -- what zod lets others read of a schema has that name
import { uuid } from '@patchkeep/contract/fields';
import { z } from 'zod';

/** Says of a value that its schema would give back the same: nothing left out, filled in, changed or refused. */
type Test = (value: unknown) => boolean;
type Kind = z.core.$ZodTypes['_zod']['def']['type'];
type Schema<K extends Kind> = Extract<z.core.$ZodTypes, { _zod: { def: { type: K } } }>;
type Compiled = Test | undefined;

/** Zod itself, for what is not compiled. Says no of objects and lists, because zod answers with new ones. */
const asZodSays =
  (schema: z.core.$ZodType): Test =>
  (value) => {
    const { success, data } = z.safeParse(schema, value);
    return success && Object.is(data, value);
  };

/** One test for all of them; undefined when one of them is not compiled. */
const all = ([first, ...others]: readonly Compiled[]): Compiled => {
  if (others.length === 0) return first;
  const rest = all(others);
  return first && rest && ((value) => first(value) && rest(value));
};

/** Formats that are their pattern and nothing else. */
const plainFormats = new Set(['regex', 'datetime', 'date']);

type Format = Pick<z.core.$ZodCheckStringFormatDef, 'format' | 'pattern'>;
const formatTest = ({ format, pattern }: Format): Compiled =>
  pattern && plainFormats.has(format) && !pattern.global && !pattern.sticky
    ? (value) => pattern.test(value as string)
    : undefined;

type CheckDef = z.core.$ZodChecks['_zod']['def'];
/** Tests of values that have the right type. */
const checkTests: { [C in CheckDef['check']]?: (def: Extract<CheckDef, { check: C }>) => Compiled } = {
  min_length:
    ({ minimum }) =>
    (value) =>
      (value as string).length >= minimum,
  max_length:
    ({ maximum }) =>
    (value) =>
      (value as string).length <= maximum,
  length_equals:
    ({ length }) =>
    (value) =>
      (value as string).length === length,
  greater_than:
    ({ value: least, inclusive }) =>
    (value) =>
      (value as number) > Number(least) || (inclusive && value === least),
  less_than:
    ({ value: most, inclusive }) =>
    (value) =>
      (value as number) < Number(most) || (inclusive && value === most),
  overwrite:
    ({ tx }) =>
    (value) =>
      tx(value) === value,
  string_format: formatTest,
};

const refinementTest =
  (check: z.core.$ZodCheck): Test =>
  (value) => {
    const payload: z.core.ParsePayload = { value, issues: [] };
    const promise = check._zod.check(payload as never);
    return promise === undefined && payload.issues.length === 0 && payload.value === value;
  };

const checkTest = (check: z.core.$ZodCheck): Compiled => {
  const { def } = check._zod;
  if (def.check === 'custom') return refinementTest(check);
  const make = checkTests[def.check as CheckDef['check']] as ((of: z.core.$ZodCheckDef) => Compiled) | undefined;
  return make?.(def);
};

const isString: Test = (value) => typeof value === 'string';
const isNumber: Test = (value) => Number.isFinite(value);

const stringTest = ({ _zod: { def } }: Schema<'string'>): Compiled => {
  return 'format' in def ? all([isString, formatTest(def as Format)]) : isString;
};

const numberTest = ({ _zod: { def } }: Schema<'number'>): Compiled => {
  if (!('format' in def)) return isNumber;
  return def.format === 'safeint' ? Number.isSafeInteger : undefined;
};

const listTest = ({ _zod: { def } }: Schema<'array'>): Compiled => {
  const isExact = exactTest(def.element);
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const each of value) if (!isExact(each)) return false;
    return true;
  };
};

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const mayBeLeftOut = (schema: z.core.$ZodType): boolean =>
  schema._zod.optin === 'optional' && asZodSays(schema)(undefined);

const objectTest = ({ _zod: { def } }: Schema<'object'>): Compiled => {
  if (def.catchall && def.catchall._zod.def.type !== 'never') return undefined;
  const fields = Object.entries(def.shape);
  const parts = new Map(
    fields.map(([key, schema]) => [key, { isNeeded: !mayBeLeftOut(schema), isExact: exactTest(schema) }]),
  );
  const needed = [...parts.values()].filter(({ isNeeded }) => isNeeded).length;
  return (value) => {
    if (!isPlain(value)) return false;
    let found = 0;
    for (const key in value) {
      const part = parts.get(key);
      // What the contract does not name must not leave the server.
      if (part === undefined || !part.isExact(value[key])) return false;
      if (part.isNeeded) found += 1;
    }
    return found === needed;
  };
};

const recordTest = ({ _zod: { def } }: Schema<'record'>): Compiled => {
  if (def.mode === 'loose') return undefined;
  const [isKey, isValue] = [exactTest(def.keyType), exactTest(def.valueType)];
  const needed = 'partial' in def ? 0 : (def.keyType._zod.values?.size ?? 0);
  return (value) => {
    if (!isPlain(value)) return false;
    let found = 0;
    for (const key in value) {
      if (key === '__proto__' || !isKey(key) || !isValue(value[key])) return false;
      found += 1;
    }
    return found >= needed;
  };
};

const unionTest = ({ _zod: { def } }: Schema<'union'>): Compiled => {
  // One schema after the other may take a value, each in its own way: only where a word says which one is this plain.
  if (!('discriminator' in def)) return undefined;
  const name = String(def.discriminator);
  const tests = new Map<unknown, Test>();
  for (const option of def.options)
    for (const word of option._zod.propValues?.[name] ?? []) tests.set(word, exactTest(option));
  return (value) => isPlain(value) && tests.get(value[name])?.(value) === true;
};

const wordTest =
  ({ _zod: { values } }: Schema<'enum' | 'literal'>): Test =>
  (value) =>
    values.has(value as never);

const orTest = (schema: Schema<'nullable' | 'optional' | 'default'>, without: null | undefined): Test => {
  const isExact = exactTest(schema._zod.def.innerType);
  const isTaken = asZodSays(schema)(without);
  return (value) => (value === without ? isTaken : isExact(value));
};

const typeTests: { [K in Kind]?: (schema: Schema<K>) => Compiled } = {
  string: stringTest,
  number: numberTest,
  boolean: () => (value) => typeof value === 'boolean',
  unknown: () => () => true,
  enum: wordTest,
  literal: wordTest,
  nullable: (schema) => orTest(schema, null),
  optional: (schema) => orTest(schema, undefined),
  default: (schema) => orTest(schema, undefined),
  array: listTest,
  object: objectTest,
  record: recordTest,
  union: unionTest,
};

const typeTest = (schema: z.core.$ZodType): Compiled => {
  const make = typeTests[schema._zod.def.type as Kind] as ((of: z.core.$ZodType) => Compiled) | undefined;
  return make?.(schema);
};

/** Counted repetitions take four times as long as written out ones, and a page has two hundred identifiers. */
const hex = (count: number): string => '[0-9a-f]'.repeat(count);
// Pattern: of the numbers above and nothing else.
const writtenId = new RegExp(`^${[8, 4, 4, 4, 12].map(hex).join('-')}$`);

const known = new WeakMap<z.core.$ZodType, Test>([
  [uuid, (value) => typeof value === 'string' && writtenId.test(value)],
]);

/**
 * Compiles a schema into a test of values that it would give back as they are. Zod makes a new value of each that it
 * looks at, which takes three times as long; this only looks. What it does not know it leaves to zod.
 */
export const exactTest = (schema: z.core.$ZodType): Test => {
  const before = known.get(schema);
  if (before) return before;
  // Also what a schema finds that names itself.
  known.set(schema, asZodSays(schema));
  const checks = schema._zod.def.checks ?? [];
  const test = all([typeTest(schema), ...checks.map(checkTest)]) ?? asZodSays(schema);
  known.set(schema, test);
  return test;
};
