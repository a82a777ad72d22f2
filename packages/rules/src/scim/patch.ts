import {
  canonicalResource,
  canonicalValue,
  findAttribute,
  isRecord,
  scimLimits,
  type ScimResource,
  type ScimText,
} from './canonical.ts';
import { parsePath, type PatchPath } from './path.ts';
import { isRefused, refused, type ScimRefusal } from './refusal.ts';
import { commonAttributes, type ScimAttribute, type ScimSchema } from './schemas.ts';

type Op = 'add' | 'replace' | 'remove';
type Done = ScimRefusal | undefined;

const opOf = (text: unknown): Op | undefined => {
  const op = typeof text === 'string' ? text.toLowerCase() : '';
  return op === 'add' || op === 'replace' || op === 'remove' ? op : undefined;
};

/** A member is named by its id; of addresses there may be one for work and the same for home. */
const keyOf = (each: ScimText): string =>
  each['value'] === undefined ? JSON.stringify(each) : JSON.stringify([each['value'], each['type']]);

/** Values compare as people write them: by no more than their letters. */
const isLike = (held: string | boolean | undefined, wanted: string | boolean): boolean =>
  held !== undefined && String(held).toLowerCase() === String(wanted).toLowerCase();

const partOf = (attribute: ScimAttribute, name: string): ScimAttribute | undefined =>
  findAttribute(attribute.subAttributes ?? [], name);

/** The values that a path names, by their place. Undefined when its filter asks for what values do not have. */
const placesOf = (
  attribute: ScimAttribute,
  values: readonly ScimText[],
  where: PatchPath['where'],
): number[] | undefined => {
  if (!where) return values.map((_, place) => place);
  const asked = where.map(({ path, value }) => ({ part: partOf(attribute, path), value }));
  if (asked.some(({ part }) => part === undefined)) return undefined;
  return values.flatMap((each, place) =>
    asked.every(({ part, value }) => isLike(each[part?.name ?? ''], value)) ? [place] : [],
  );
};

const valuesOf = (resource: ScimResource, { name }: ScimAttribute): ScimText[] => {
  const held = resource[name];
  return Array.isArray(held) ? held : [];
};

/** At most one value is the first choice: the one that was named last. */
const withOnePrimary = (values: readonly ScimText[]): ScimText[] => {
  const last = values.findLastIndex((each) => each['primary'] === true);
  return values.map((each, place) => (each['primary'] === true && place !== last ? { ...each, primary: false } : each));
};

const keep = (resource: ScimResource, { name }: ScimAttribute, values: readonly ScimText[]): void => {
  const kept = values.filter((each) => Object.keys(each).length > 0);
  if (kept.length === 0) delete resource[name];
  else resource[name] = withOnePrimary(kept);
};

const given = (attribute: ScimAttribute, value: unknown): { values: ScimText[] } | ScimRefusal => {
  const read = canonicalValue(attribute, value);
  if (isRefused(read)) return read;
  return { values: Array.isArray(read.value) ? read.value : [] };
};

/** A new value that a filter describes: `emails[type eq "work"]` of somebody who has no such address yet. */
const described = (attribute: ScimAttribute, where: PatchPath['where']): ScimText =>
  Object.fromEntries((where ?? []).map(({ path, value }) => [partOf(attribute, path)?.name ?? path, value]));

const patchPart = (
  resource: ScimResource,
  attribute: ScimAttribute,
  { op, part, where, value }: { op: Op; part: ScimAttribute; where: PatchPath['where']; value: unknown },
): Done => {
  if (part.mutability === 'readOnly') return refused('mutability', `${part.name} cannot be changed`);
  const read = op === 'remove' ? { value: undefined } : canonicalValue(part, value);
  if (isRefused(read)) return read;
  const change = (held: ScimText): ScimText => {
    const { [part.name]: _, ...rest } = held;
    return typeof read.value === 'string' || typeof read.value === 'boolean'
      ? { ...rest, [part.name]: read.value }
      : rest;
  };
  if (!attribute.isMultiValued) {
    const held = resource[attribute.name];
    const changed = change(isRecord(held) ? held : {});
    if (Object.keys(changed).length === 0) delete resource[attribute.name];
    else resource[attribute.name] = changed;
    return undefined;
  }
  const values = valuesOf(resource, attribute);
  const places = placesOf(attribute, values, where);
  if (!places) return refused('invalidPath', `${attribute.name} has no such part`);
  const changed = values.map((each, place) => (places.includes(place) ? change(each) : each));
  const isNew = places.length === 0 && op !== 'remove';
  keep(resource, attribute, isNew ? [...values, change(described(attribute, where))] : changed);
  return undefined;
};

const patchValues = (
  resource: ScimResource,
  attribute: ScimAttribute,
  { op, where, value }: { op: Op; where: PatchPath['where']; value: unknown },
): Done => {
  const values = valuesOf(resource, attribute);
  const read = given(attribute, value);
  if (isRefused(read)) return read;
  const found = placesOf(attribute, values, where);
  if (!found) return refused('invalidPath', `${attribute.name} has no such part`);
  const places = new Set(found);
  if (op === 'remove') {
    // Entra ID names the members to remove in the value instead of in the path.
    const named = new Set(read.values.map((one) => one['value']));
    const isNamed = !where && named.size > 0;
    const isRemoved = (each: ScimText, place: number): boolean =>
      isNamed ? named.has(each['value']) : places.has(place);
    keep(
      resource,
      attribute,
      values.filter((each, place) => !isRemoved(each, place)),
    );
  } else if (where) {
    const [change = {}] = read.values;
    const changed = values.map((each, place) => (places.has(place) ? { ...each, ...change } : each));
    keep(resource, attribute, places.size > 0 ? changed : [...values, { ...described(attribute, where), ...change }]);
  } else {
    const held = op === 'add' ? values : [];
    const known = new Set(held.map(keyOf));
    const added = read.values.filter((each) => {
      const isNew = !known.has(keyOf(each));
      known.add(keyOf(each));
      return isNew;
    });
    keep(resource, attribute, [...held, ...added]);
  }
  return undefined;
};

const patchWhole = (resource: ScimResource, attribute: ScimAttribute, op: Op, value: unknown): Done => {
  const read = op === 'remove' ? { value: undefined } : canonicalValue(attribute, value);
  if (isRefused(read)) return read;
  const held = resource[attribute.name];
  if (read.value === undefined) delete resource[attribute.name];
  else resource[attribute.name] = isRecord(held) && isRecord(read.value) ? { ...held, ...read.value } : read.value;
  return undefined;
};

const isCommon = (name: string): boolean => commonAttributes.some((each) => each === name);

const patchAt = (schema: ScimSchema, resource: ScimResource, op: Op, path: PatchPath, value: unknown): Done => {
  if (isCommon(path.attribute)) return refused('mutability', `${path.attribute} cannot be changed`);
  const attribute = findAttribute(schema.attributes, path.attribute);
  // Attributes that are not kept can be sent: identity providers send more than anybody asked for.
  if (path.isForeign || !attribute) return undefined;
  if (attribute.isRequired && op === 'remove') return refused('mutability', `${attribute.name} cannot be removed`);
  const { where } = path;
  if (path.part !== undefined) {
    const part = partOf(attribute, path.part);
    if (attribute.type !== 'complex') return refused('invalidPath', `${attribute.name} has no parts`);
    return part && patchPart(resource, attribute, { op, part, where, value });
  }
  if (attribute.isMultiValued) return patchValues(resource, attribute, { op, where, value });
  return where ? refused('invalidPath', `${attribute.name} has one value`) : patchWhole(resource, attribute, op, value);
};

/** An operation without a path says what it changes in its value, whose names may be paths themselves. */
const patchEach = (schema: ScimSchema, resource: ScimResource, op: Op, value: unknown): Done => {
  if (op === 'remove') return refused('noTarget', 'Removing needs a path');
  if (!isRecord(value)) return refused('invalidValue', 'An operation without a path needs an object as its value');
  for (const [key, each] of Object.entries(value)) {
    const path = parsePath(key);
    if (isRefused(path)) return path;
    // Okta repeats the id of the resource in the value.
    if (isCommon(path.attribute)) continue;
    const done = patchAt(schema, resource, op, path, each);
    if (done) return done;
  }
  return undefined;
};

/**
 * What a resource becomes by the operations of a PATCH (RFC 7644, section 3.5.2), in the spellings of Entra ID and Okta:
 * `Replace` with a capital, "False" as text, no path at all, dotted and bracketed paths. All of them, or none.
 */
export const scimPatch = (
  schema: ScimSchema,
  before: ScimResource,
  operations: readonly unknown[],
): { resource: ScimResource } | ScimRefusal => {
  if (operations.length === 0) return refused('invalidSyntax', 'There are no operations');
  if (operations.length > scimLimits.operations)
    return refused('tooMany', `There can be ${scimLimits.operations} operations`);
  const resource = JSON.parse(JSON.stringify(before)) as ScimResource;
  for (const each of operations) {
    const fields = isRecord(each)
      ? Object.fromEntries(Object.entries(each).map(([key, value]) => [key.toLowerCase(), value]))
      : {};
    const op = opOf(fields['op']);
    if (!op) return refused('invalidSyntax', 'An operation is one of add, replace and remove');
    const { path: text, value } = fields;
    if (text !== undefined && text !== null && typeof text !== 'string')
      return refused('invalidPath', 'A path is a text');
    if (op !== 'remove' && value === undefined) return refused('invalidValue', `${op} needs a value`);
    const path = typeof text === 'string' && text !== '' ? parsePath(text) : undefined;
    if (path && isRefused(path)) return path;
    const done = path ? patchAt(schema, resource, op, path, value) : patchEach(schema, resource, op, value);
    if (done) return done;
  }
  return canonicalResource(schema, resource);
};
