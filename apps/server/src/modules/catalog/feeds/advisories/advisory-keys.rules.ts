import type { Advisory } from '../../matching/advisory.ts';

const maxWords = 80;
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9][a-z0-9+#.-]*[a-z0-9+#]/g) ?? [];

/** A name as a CVE's authors write it, made comparable. */
export const nameKey = (vendor: string, product: string): string =>
  `name:${vendor.trim().toLowerCase()}/${product.trim().toLowerCase()}`;
export const cpeKey = (vendor: string, product: string): string => `cpe:${vendor}:${product}`;

/**
 * What finds the advisory when a channel asks for those that may concern it: the products it names, and the words of
 * its text where its authors name none. It may find too much; the matcher decides.
 */
export const advisoryKeys = ({ affected, description }: Advisory): string[] => {
  const keys = new Set<string>();
  let isNameless = false;
  for (const { source, vendor, product, cpes } of affected) {
    for (const cpe of cpes) keys.add(cpeKey(cpe.vendor, cpe.product));
    if (product !== '') keys.add(nameKey(vendor, product));
    else if (source === 'cna') isNameless = true;
  }
  if (isNameless) for (const word of new Set(wordsOf(description).slice(0, maxWords))) keys.add(`word:${word}`);
  return [...keys].toSorted();
};
