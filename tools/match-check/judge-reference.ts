import type { Advisory } from '../../apps/server/src/modules/catalog/matching/advisory.ts';
import type { Channel } from '../../apps/server/src/modules/catalog/matching/channel.ts';
import { compileChannel } from '../../apps/server/src/modules/catalog/matching/compile.rules.ts';
import { indexAdvisories } from '../../apps/server/src/modules/catalog/matching/index.rules.ts';
import { judgeVersions, type Verdict } from '../../apps/server/src/modules/catalog/matching/judge.rules.ts';
import { starterChannels } from '../../apps/server/src/modules/catalog/starter/starter.ts';
import type { Reference } from './reference.ts';

export const days = ['2024-08-17', '2026-08-22'] as const;

/** The day a CVE became known: the earliest any feed says, else the year in its name. */
export const publicationDays = (advisories: readonly Advisory[]): Map<string, string> => {
  const known = new Map<string, string>();
  for (const { cveId, publishedOn } of advisories) {
    const day = known.get(cveId);
    if (publishedOn !== undefined && (day === undefined || publishedOn < day)) known.set(cveId, publishedOn);
  }
  for (const { cveId } of advisories) if (!known.has(cveId)) known.set(cveId, `${cveId.slice(4, 8)}-12-31`);
  return known;
};

/** The versions a package id has, and the channel that is to judge them. */
const packagesOf = (winget: Reference['winget']): { id: string; channel: Channel; versions: string[] }[] =>
  starterChannels.flatMap((channel) =>
    channel.wingetIds
      .filter((id) => winget.has(id))
      .map((id) => ({ id, channel, versions: [...(winget.get(id) ?? [])] })),
  );

/** Every version at one day, as if only what was published by then were known: by `package id version`. */
export const judgeAt = (reference: Reference, today: string): Map<string, Verdict> => {
  const published = publicationDays(reference.advisories);
  const index = indexAdvisories(reference.advisories.filter(({ cveId }) => (published.get(cveId) ?? '') <= today));
  const verdicts = new Map<string, Verdict>();
  for (const { id, channel, versions } of packagesOf(reference.winget)) {
    const compiled = compileChannel(channel, index.of(channel));
    const facts = {
      today,
      exploitedOn: (cveId: string) => reference.exploited.get(cveId),
      cycles: reference.cycles.get(channel.endoflife ?? '') ?? [],
      releases: versions,
    };
    for (const [at, verdict] of judgeVersions(compiled, versions, facts).entries())
      verdicts.set(`${id} ${versions[at]}`, verdict);
  }
  return verdicts;
};
