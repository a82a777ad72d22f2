import type { Channel } from '@patchkeep/starter/channel';
import type { CompiledChannel } from '../matching/compile.rules.ts';
import type { SpannedChannel } from '../matching/judge.rules.ts';
import { type Span, spansOfRules } from '../matching/spans.rules.ts';

// Packs the compiled rules of a channel into the text that the table channel_rules stores, and unpacks them.

/** Position of the CVE in the list, from and to as keys, the version after it, line of releases; what is absent is 0 or left away. */
type PackedSpan = [number, string, string, (string | 0)?, (string | 0)?];
interface Packed {
  cveNos: number[];
  spans: PackedSpan[];
}

const packSpan = ({ cve, from, to, end, track }: Span): PackedSpan => {
  if (track !== undefined) return [cve, from, to, end ?? 0, track];
  return end === undefined ? [cve, from, to] : [cve, from, to, end];
};

/**
 * What a channel is compared with, as the table keeps it: a full re-match reads hundreds of thousands of rules, and
 * reads them in a tenth of the time that their advisories take. Rules that say the same, from two feeds, are one.
 * CVEs stand by number, because verdicts are kept so.
 */
export const packRules = ({ rules }: CompiledChannel, cveNos: ReadonlyMap<string, number>): string => {
  const numbered = rules.flatMap((rule) => {
    const cveNo = cveNos.get(rule.cveId);
    // Texts of one length sort as the numbers do.
    return cveNo === undefined ? [] : [{ ...rule, cveId: String(cveNo).padStart(10, '0') }];
  });
  const { cveIds, spans } = spansOfRules(numbered);
  const once = new Map(spans.map((span) => [JSON.stringify(packSpan(span)), packSpan(span)]));
  const packed: Packed = { cveNos: cveIds.map(Number), spans: [...once.values()] };
  return JSON.stringify(packed);
};

export const unpackRules = (channel: Channel, text: string): SpannedChannel<number> => {
  const { cveNos, spans } = JSON.parse(text) as Packed;
  return {
    channel,
    cveIds: cveNos,
    spans: spans.map(([cve, from, to, end, track]): Span => ({
      cve,
      from,
      to,
      end: end === 0 ? undefined : end,
      track: track === 0 ? undefined : track,
    })),
  };
};
