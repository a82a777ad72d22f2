import type { Channel } from '../matching/channel.ts';
import type { CompiledChannel, Rule } from '../matching/compile.rules.ts';
import type { Interval } from '../matching/intervals.rules.ts';

/** from, to, the bound as it is written, whether that bound is included, line of releases. */
type PackedInterval = [string, string, string | 0, 0 | 1, string | 0];
type PackedRule = [number, PackedInterval[], PackedInterval[]] | [number, PackedInterval[]];

const packInterval = ({ from, to, track, range }: Interval): PackedInterval => [
  from,
  to,
  range.to ?? 0,
  range.isToIncluded ? 1 : 0,
  track ?? 0,
];

/**
 * What a channel is compared with, as the table keeps it: a full re-match reads hundreds of thousands of rules, and
 * reads them in a tenth of the time that their advisories take. Rules that say the same, from two feeds, are one.
 */
export const packRules = ({ rules }: CompiledChannel, cveNos: ReadonlyMap<string, number>): string => {
  const packed = new Set<string>();
  for (const { cveId, affected, unaffected } of rules) {
    const cveNo = cveNos.get(cveId);
    if (cveNo === undefined) continue;
    const rule: PackedRule =
      unaffected.length === 0
        ? [cveNo, affected.map(packInterval)]
        : [cveNo, affected.map(packInterval), unaffected.map(packInterval)];
    packed.add(JSON.stringify(rule));
  }
  return `[${[...packed].join(',')}]`;
};

const unpackInterval = ([from, to, bound, isToIncluded, track]: PackedInterval): Interval => ({
  from,
  to,
  track: track === 0 ? undefined : track,
  range: {
    status: 'affected',
    isFromIncluded: true,
    ...(bound !== 0 && { to: bound }),
    isToIncluded: isToIncluded === 1,
    raw: '',
  },
});

/** The rules again, with numbers in place of CVE ids: verdicts are kept by number. */
export const unpackRules = (channel: Channel, text: string): CompiledChannel => ({
  channel,
  rules: (JSON.parse(text) as PackedRule[]).map(([cveNo, affected, unaffected]): Rule => ({
    cveId: String(cveNo),
    feed: '',
    source: 'nvd',
    affected: affected.map(unpackInterval),
    unaffected: unaffected?.map(unpackInterval) ?? [],
  })),
  unread: [],
});
