/** Reading records of others: what is missing or of another kind is empty, never a failure. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectAt = (value: unknown, key: string): Json => {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : {};
};

export const listAt = (value: unknown, key: string): unknown[] => {
  const found = isObject(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
};

/** A text, a number turned into one (YAML and careless JSON write versions as numbers), or nothing. */
export const textAt = (value: unknown, key: string): string | undefined => {
  const found = isObject(value) ? value[key] : undefined;
  if (typeof found === 'string') return found;
  return typeof found === 'number' ? String(found) : undefined;
};

export const textsAt = (value: unknown, key: string): string[] =>
  listAt(value, key).filter((entry): entry is string => typeof entry === 'string');

/** The day of a time stamp, whatever its precision and zone. */
export const dayOf = (stamp: string | undefined): string | undefined => stamp?.match(/^\d{4}-\d{2}-\d{2}/)?.[0];

/** The first English text of a list like `[{lang, value}]`. */
export const englishIn = (texts: readonly unknown[]): string => {
  const isEnglish = (text: unknown) => /^en\b/i.test(textAt(text, 'lang') ?? '');
  return textAt(texts.find(isEnglish) ?? texts[0], 'value')?.trim() ?? '';
};

export const cvePattern = /^CVE-\d{4}-\d{4,}$/;
