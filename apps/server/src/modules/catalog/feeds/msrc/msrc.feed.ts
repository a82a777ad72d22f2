import { bytesOf } from '@patchkeep/records/bytes';
import type { Advisory } from '../../matching/advisory.types.ts';
import { storeAdvisories } from '../advisories/advisories.service.ts';
import type { Feed, Import } from '../feed.types.ts';
import { xmlElements } from '../files/xml-elements.reader.ts';
import type { WindowsFix } from '../windows-updates/windows-fix.rules.ts';
import { importWindowsFixes } from '../windows-updates/windows-updates.service.ts';
import { parseVulnerability, productNames } from './cvrf.rules.ts';

const maxBytes = 256 * 1024 ** 2;
const firstYear = 2016;
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** One document per month, since Microsoft writes them so. */
const monthlyDocuments = (now: Date): string[] => {
  const addresses: string[] = [];
  for (let year = firstYear; year <= now.getUTCFullYear(); year += 1)
    monthNames.forEach((month, place) => {
      const isThere = (year > firstYear || place >= 3) && Date.UTC(year, place, 1) <= now.getTime();
      if (isThere) addresses.push(`https://api.msrc.microsoft.com/cvrf/v3.0/cvrf/${year}-${month}`);
    });
  return addresses;
};

/** Microsoft's monthly documents. Fixes go to the table of Windows updates, the rest to the CVEs. */
async function* fixesIn(path: string, work: Import, advisories: Advisory[]): AsyncGenerator<WindowsFix> {
  let names: ReadonlyMap<string, string> = new Map();
  for await (const element of xmlElements(await bytesOf(path, maxBytes), ['ProductTree', 'Vulnerability'])) {
    if (element.name === 'ProductTree') {
      names = productNames(element);
      continue;
    }
    work.count();
    const parsed = parseVulnerability(element, names);
    if ('rejected' in parsed) {
      work.reject(`vulnerability ${element.attributes['Ordinal'] ?? ''}`, parsed.rejected);
      continue;
    }
    advisories.push(parsed.ok.advisory);
    yield* parsed.ok.fixes;
  }
}

export const msrcFeed: Feed = {
  name: 'msrc',
  title: 'Microsoft security updates',
  addresses: monthlyDocuments,
  accept: 'application/xml',
  isLastAddressOptional: true,
  everyHours: 12,
  staleAfterHours: 72,
  maxBytes,
  isOfWindows: true,
  async read(path, work) {
    // A month is some hundred short statements; the document they come from is never held.
    const advisories: Advisory[] = [];
    await importWindowsFixes(work, fixesIn(path, work, advisories));
    await storeAdvisories(work, advisories);
  },
};
