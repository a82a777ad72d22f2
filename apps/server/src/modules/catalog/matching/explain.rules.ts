import type { Channel } from '@patchkeep/starter/channel';
import { versionTrack } from '@patchkeep/versions/schemes';
import type { Advisory, AffectedSource } from './advisory.types.ts';
import { compileChannel } from './compile.rules.ts';
import { releaseKey, releaseOf } from './intervals.rules.ts';
import { ruleCovers } from './spans.rules.ts';

/** Why a CVE is said to hit a version: who said it, where, and in which words. */
export interface Evidence {
  cveId: string;
  feed: string;
  source: AffectedSource;
  /** The version as it was compared. */
  version: string;
  from: string | undefined;
  to: string | undefined;
  exact: string | undefined;
  isFromIncluded: boolean;
  isToIncluded: boolean;
  /** The statement as the record has it. */
  raw: string;
}

/** By the matcher that judged, from the records it judged by: the two cannot disagree. Empty is "not hit". */
export const explain = (channel: Channel, advisories: readonly Advisory[], version: string): Evidence[] => {
  const key = releaseKey(channel, version);
  if (key === undefined) return [];
  const placed = { key, track: versionTrack(channel.scheme, version) };
  return compileChannel(channel, advisories).rules.flatMap((rule) => {
    const found = ruleCovers(rule, placed)?.range;
    if (found === undefined) return [];
    const { from, to, exact, isFromIncluded, isToIncluded, raw } = found;
    const { cveId, feed, source } = rule;
    return [
      { cveId, feed, source, version: releaseOf(channel, version), from, to, exact, isFromIncluded, isToIncluded, raw },
    ];
  });
};
