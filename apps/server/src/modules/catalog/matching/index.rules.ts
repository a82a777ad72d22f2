import type { Channel } from '@patchkeep/starter/channel';
import type { Advisory } from './advisory.types.ts';
import { advisoryKeys, channelKeys } from './keys.rules.ts';

/** Records by what finds them, so that a channel reads its own and no others. Grouped by CVE: feeds are heard together. */
export const indexAdvisories = (advisories: Iterable<Advisory>) => {
  const byCve = new Map<string, Advisory[]>();
  const byKey = new Map<string, Set<string>>();
  const addTo = (key: string, cveId: string) => {
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, new Set([cveId]));
    else known.add(cveId);
  };
  for (const advisory of advisories) {
    const known = byCve.get(advisory.cveId);
    if (known === undefined) byCve.set(advisory.cveId, [advisory]);
    else known.push(advisory);
    for (const key of advisoryKeys(advisory)) addTo(key, advisory.cveId);
  }
  return {
    /** What every feed says of the CVEs that may concern the channel. */
    of(channel: Channel): Advisory[] {
      const cveIds = new Set(channelKeys(channel).flatMap((key) => [...(byKey.get(key) ?? [])]));
      return [...cveIds].flatMap((cveId) => byCve.get(cveId) ?? []);
    },
  };
};
