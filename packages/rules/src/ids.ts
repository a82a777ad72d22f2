const shape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
// Pattern: the one above, without its flag.
const canonicalShape = new RegExp(shape.source);

export const isId = (value: string): boolean => shape.test(value);
/** The one spelling in which identifiers are stored, and by which caches are keyed: lower case. */
export const isCanonicalId = (value: string): boolean => canonicalShape.test(value);
/** Identifiers are the same whatever their case; anything that is not an identifier equals nothing. */
export const sameId = (a: string, b: string): boolean => isId(a) && isId(b) && a.toLowerCase() === b.toLowerCase();
