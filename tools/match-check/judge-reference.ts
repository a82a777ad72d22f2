import type { Channel } from '@patchkeep/starter/channel';
import { starterChannels } from '@patchkeep/starter/channels';
import type { Advisory } from '../../apps/server/src/modules/catalog/matching/advisory.types.ts';
import { compileChannel } from '../../apps/server/src/modules/catalog/matching/compile.rules.ts';
import { type Evidence, explain } from '../../apps/server/src/modules/catalog/matching/explain.rules.ts';
import { indexAdvisories } from '../../apps/server/src/modules/catalog/matching/index.rules.ts';
import { judgeVersions, type Verdict } from '../../apps/server/src/modules/catalog/matching/judge.rules.ts';
import type { Reference } from './reference.ts';

export const days = ['2024-08-17', '2026-08-22'] as const;
export type Day = (typeof days)[number];

/** The day a CVE became known: the earliest any feed says, else the end of the year in its name. */
const publicationDays = (advisories: readonly Advisory[]): Map<string, string> => {
  const known = new Map<string, string>();
  for (const { cveId, publishedOn } of advisories) {
    const day = known.get(cveId);
    if (publishedOn !== undefined && (day === undefined || publishedOn < day)) known.set(cveId, publishedOn);
  }
  for (const { cveId } of advisories) if (!known.has(cveId)) known.set(cveId, `${cveId.slice(4, 8)}-12-31`);
  return known;
};

/** One version of one package at one day. */
export interface Judged {
  id: string;
  version: string;
  channel: Channel;
  verdict: Verdict;
  /** The record itself says that it is exploited, though the list at hand does not have it. */
  isSaidExploited: boolean;
  explain: () => Evidence[];
}

/** Every version at one day, as if only what was published by then were known. */
export const judgeAt = (reference: Reference, today: Day): Map<string, Judged> => {
  const { advisories, exploited, winget, cycles } = reference;
  const published = publicationDays(advisories);
  const index = indexAdvisories(advisories.filter(({ cveId }) => (published.get(cveId) ?? '') <= today));
  const judged = new Map<string, Judged>();
  const judgePackage = (id: string, channel: Channel): void => {
    const versions = [...(winget.get(id) ?? [])];
    const own = index.of(channel);
    const facts = {
      today,
      exploitedOn: (cveId: string) => exploited.listed.get(cveId),
      cycles: cycles.get(channel.endoflife ?? '') ?? [],
      releases: versions,
    };
    const verdicts = judgeVersions(compileChannel(channel, own), versions, facts);
    for (const [at, verdict] of verdicts.entries()) {
      const version = versions[at] ?? '';
      judged.set(`${id} ${version}`, {
        id,
        version,
        channel,
        verdict,
        isSaidExploited: verdict.cveIds.some((cveId) => (exploited.said.get(cveId) ?? '9') <= today),
        explain: () => explain(channel, own, version),
      });
    }
  };
  for (const channel of starterChannels) for (const id of channel.wingetIds) judgePackage(id, channel);
  return judged;
};
