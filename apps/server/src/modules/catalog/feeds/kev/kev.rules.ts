import { cvePattern, dayOf, isObject, textAt } from '@patchkeep/records/json';

export interface KnownExploited {
  cveId: string;
  addedOn: string;
  dueOn: string | null;
  isRansomware: boolean;
  vendor: string;
  product: string;
  title: string;
  action: string;
}

/** One entry of CISA's catalogue. It names no versions: it says that a CVE is used by attackers, and since when. */
export const parseKnownExploited = (json: unknown): { ok: KnownExploited } | { rejected: string } => {
  if (!isObject(json)) return { rejected: 'not an object' };
  const cveId = textAt(json, 'cveID')?.trim() ?? '';
  if (!cvePattern.test(cveId)) return { rejected: 'no CVE id' };
  const addedOn = dayOf(textAt(json, 'dateAdded'));
  if (addedOn === undefined) return { rejected: 'no date added' };
  const word = (key: string): string => textAt(json, key)?.trim() ?? '';
  return {
    ok: {
      cveId,
      addedOn,
      dueOn: dayOf(textAt(json, 'dueDate')) ?? null,
      isRansomware: word('knownRansomwareCampaignUse') === 'Known',
      vendor: word('vendorProject'),
      product: word('product'),
      title: word('vulnerabilityName'),
      action: word('requiredAction'),
    },
  };
};
