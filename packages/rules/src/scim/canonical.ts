import { isRefused, refused, type ScimRefusal } from './refusal.ts';
import type { ScimAttribute, ScimSchema } from './schemas.ts';

export const scimLimits = {
  /** Characters of one text. */
  text: 256,
  /** Of one attribute with several values, other than members. */
  values: 20,
  members: 2_000,
  operations: 200,
  pathCharacters: 500,
} as const;

export type ScimText = Record<string, string | boolean>;
/** A resource with the names and kinds of its schema and nothing else. */
export type ScimResource = Record<string, string | boolean | ScimText | ScimText[]>;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

export const findAttribute = (attributes: readonly ScimAttribute[], name: string): ScimAttribute | undefined => {
  const wanted = name.toLowerCase();
  return attributes.find((attribute) => attribute.name.toLowerCase() === wanted);
};

/** True and false, also as text: Entra ID writes "True" and "False". */
const booleanOf = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || !/^(?:true|false)$/i.test(value)) return undefined;
  return value.toLowerCase() === 'true';
};

type Simple = { value: string | boolean | undefined } | ScimRefusal;

const simpleValue = (attribute: ScimAttribute, value: unknown): Simple => {
  if (value === null || value === undefined || value === '') return { value: undefined };
  if (attribute.type === 'boolean') {
    const read = booleanOf(value);
    return read === undefined ? refused('invalidValue', `${attribute.name} is true or false`) : { value: read };
  }
  if (typeof value !== 'string') return refused('invalidValue', `${attribute.name} is a text`);
  if (value.length > scimLimits.text || /\p{Cc}/u.test(value))
    return refused('invalidValue', `${attribute.name} is at most ${scimLimits.text} printable characters`);
  return { value };
};

/** The parts of a value such as a name; null where nothing of it is kept. */
const parts = (attribute: ScimAttribute, value: unknown): { kept: ScimText | null } | ScimRefusal => {
  const { subAttributes = [] } = attribute;
  // Some write a value with one part as a bare text.
  const given = typeof value === 'string' ? { value } : value;
  if (!isRecord(given)) return refused('invalidValue', `${attribute.name} has parts`);
  const kept: ScimText = {};
  for (const [key, each] of Object.entries(given)) {
    const sub = findAttribute(subAttributes, key);
    if (!sub || sub.mutability === 'readOnly') continue;
    const read = simpleValue(sub, each);
    if (isRefused(read)) return read;
    if (read.value !== undefined) kept[sub.name] = read.value;
  }
  return { kept: Object.keys(kept).length === 0 ? null : kept };
};

const several = (attribute: ScimAttribute, value: unknown): { kept: ScimText[] } | ScimRefusal => {
  const listed = Array.isArray(value) ? (value as unknown[]) : [value];
  const most = attribute.name === 'members' ? scimLimits.members : scimLimits.values;
  if (listed.length > most) return refused('tooMany', `${attribute.name} has at most ${most} values`);
  const kept: ScimText[] = [];
  for (const each of listed) {
    const read = parts(attribute, each);
    if (isRefused(read)) return read;
    if (read.kept) kept.push(read.kept);
  }
  return { kept };
};

/** A value of one attribute as it is kept; undefined where it is none. */
export const canonicalValue = (
  attribute: ScimAttribute,
  value: unknown,
): { value: ScimResource[string] | undefined } | ScimRefusal => {
  if (value === null || value === undefined) return { value: undefined };
  if (attribute.type !== 'complex') return simpleValue(attribute, value);
  if (!attribute.isMultiValued) {
    const read = parts(attribute, value);
    return isRefused(read) ? read : { value: read.kept ?? undefined };
  }
  const read = several(attribute, value);
  if (isRefused(read)) return read;
  return { value: read.kept.length === 0 ? undefined : read.kept };
};

/** What a body says of a resource, in the spelling of its schema. Attributes that are not kept are left out. */
export const canonicalResource = (
  schema: ScimSchema,
  body: Record<string, unknown>,
): { resource: ScimResource } | ScimRefusal => {
  const resource: ScimResource = {};
  for (const [key, value] of Object.entries(body)) {
    const attribute = findAttribute(schema.attributes, key);
    if (!attribute) continue;
    const read = canonicalValue(attribute, value);
    if (isRefused(read)) return read;
    if (read.value !== undefined) resource[attribute.name] = read.value;
  }
  const missing = schema.attributes.find(({ name, isRequired }) => isRequired && resource[name] === undefined);
  return missing ? refused('invalidValue', `${missing.name} is needed`) : { resource };
};
