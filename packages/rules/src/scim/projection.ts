import { plainPath } from './filter.ts';

type Resource = Record<string, unknown>;

export const attributesMax = 50;

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .slice(0, attributesMax)
    .map((each) => plainPath(each.trim()))
    .filter((each) => each !== '');

const isAlways = (name: string): boolean => name === 'schemas' || name === 'id';

const partsOf = (value: unknown, isKept: (part: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((each: unknown) => partsOf(each, isKept));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => isKept(name.toLowerCase())));
};

/** Only what was asked for, or all but what was not wanted; the id and the schemas in any case. */
export const project = (
  resource: Resource,
  { attributes, excludedAttributes }: { attributes?: string | undefined; excludedAttributes?: string | undefined },
): Resource => {
  const wanted = listOf(attributes);
  const unwanted = listOf(excludedAttributes);
  if (wanted.length === 0 && unwanted.length === 0) return resource;
  const entries = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    const key = name.toLowerCase();
    if (isAlways(key)) return [[name, value]];
    if (wanted.length > 0) {
      if (wanted.includes(key)) return [[name, value]];
      const isPartWanted = wanted.some((each) => each.startsWith(`${key}.`));
      return isPartWanted ? [[name, partsOf(value, (part) => wanted.includes(`${key}.${part}`))]] : [];
    }
    if (unwanted.includes(key)) return [];
    const hasUnwantedPart = unwanted.some((each) => each.startsWith(`${key}.`));
    return [[name, hasUnwantedPart ? partsOf(value, (part) => !unwanted.includes(`${key}.${part}`)) : value]];
  });
  return Object.fromEntries(entries);
};
