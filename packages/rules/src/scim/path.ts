import { scimLimits } from './canonical.ts';
import { type Condition, parseFilter, plainPath } from './filter.ts';
import { isRefused, refused, type ScimRefusal } from './refusal.ts';

/** Where an operation changes something: an attribute, some of its values, a part of them. */
export interface PatchPath {
  attribute: string;
  where: readonly Condition[] | undefined;
  part: string | undefined;
  /** Of a schema that is not ours. */
  isForeign: boolean;
}

const word = /^[\w$-]+$/;
const notUnderstood = (text: string) =>
  refused(
    'invalidPath',
    `The path ${text.slice(0, 100)} is not one of "attribute", "attribute.part", "attribute[filter]"`,
  );

/** `emails`, `name.givenName`, `emails[type eq "work"].value`, each also behind the name of its schema. */
export const parsePath = (text: string): PatchPath | ScimRefusal => {
  if (text.length > scimLimits.pathCharacters) return refused('invalidPath', 'The path is too long');
  const open = text.indexOf('[');
  const close = text.lastIndexOf(']');
  if (open >= 0 !== close > open) return notUnderstood(text);
  const head = plainPath((open < 0 ? text : text.slice(0, open)).trim());
  if (head.startsWith('urn:')) return { attribute: head, where: undefined, part: undefined, isForeign: true };
  const tail = open < 0 ? '' : text.slice(close + 1).trim();
  const [attribute = '', inHead, ...more] = head.split('.');
  if (more.length > 0 || !word.test(attribute) || (tail !== '' && !tail.startsWith('.'))) return notUnderstood(text);
  if (inHead !== undefined && (open >= 0 || !word.test(inHead))) return notUnderstood(text);
  const inTail = tail === '' ? undefined : tail.slice(1).toLowerCase();
  if (inTail !== undefined && !word.test(inTail)) return notUnderstood(text);
  const filter = open < 0 ? undefined : parseFilter(text.slice(open + 1, close));
  if (filter && isRefused(filter)) return refused('invalidPath', filter.refused.detail);
  return { attribute, where: filter?.conditions, part: inTail ?? inHead, isForeign: false };
};
