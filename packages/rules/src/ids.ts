const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
// Pattern: the one above, without its flag.
const canonicalShape = new RegExp(shape.source);

export const isId = (value: string): boolean => shape.test(value);
/** An identifier in its one spelling; undefined for text that is none. */
export const idOf = (text: string | undefined): string | undefined =>
  text !== undefined && isId(text) ? text.toLowerCase() : undefined;
/** The one spelling in which identifiers are stored, and by which caches are keyed: lower case. */
export const isCanonicalId = (value: string): boolean => canonicalShape.test(value);
