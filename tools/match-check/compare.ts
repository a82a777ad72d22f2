import type { Channel } from '@patchkeep/starter/channel';
import { type Day, days, judgeAt, type Judged } from './judge-reference.ts';
import type { Reference } from './reference.ts';

/**
 * Decision A7 against the reference's words: its "0-Day" is a hit that is listed as exploited, which is the mark
 * Exploited here. Whether a fix can be offered is not in the reference, so Insecure and 0-Day of ours are one there.
 */
const inTheirWords = ({ verdict, isSaidExploited }: Judged, withRecords = false): string => {
  const isExploited = verdict.isExploited || (withRecords && isSaidExploited);
  if (verdict.cveIds.length > 0) return isExploited ? '0-Day' : 'Insecure';
  return verdict.isEol ? 'EoL' : 'Ok';
};

export interface Difference {
  day: Day;
  id: string;
  version: string;
  theirs: string;
  ours: string;
  cause: string;
  cveIds: string[];
}

const ownNumbering = (channel: Channel): boolean => !['generic', 'windows', 'semver'].includes(channel.scheme);
const isWords = (raw: string): boolean =>
  raw.startsWith('version ') && !raw.includes(', lessThan') && /[a-z]/i.test(raw.slice(8));

/** Why we say something else. `unexplained` fails the check: every difference has to be understood. */
const causeOf = (judged: Judged, note: string, theirs: string): string => {
  const { channel, verdict } = judged;
  if (note === 'not-comparable') return `versions the reference does not compare (${channel.scheme} numbers)`;
  if (ownNumbering(channel)) return `${channel.scheme} numbers, compared digit by digit by the reference`;
  if (channel.precision !== undefined) return 'an installer number behind the release';
  const evidence = judged.explain();
  if (theirs === 'Ok' && verdict.cveIds.length > 0) {
    if (evidence.every(({ source }) => source === 'text')) return 'only the description names the version';
    if (evidence.every(({ source, raw }) => source === 'text' || isWords(raw))) return 'words in the version field';
  }
  return 'unexplained';
};

const compareAt = (reference: Reference, day: Day, judged: ReadonlyMap<string, Judged>) => {
  const differences: Difference[] = [];
  for (const row of reference.expected) {
    const own = judged.get(`${row['winget_id']} ${row['package_version']}`);
    if (own === undefined) throw new Error(`${row['winget_id']} ${row['package_version']} was not judged`);
    const theirs = row[`status_asof_${day}`] ?? '';
    const ours = inTheirWords(own);
    if (ours === theirs) continue;
    const { id, version, verdict } = own;
    differences.push({
      day,
      id,
      version,
      theirs,
      ours,
      cause: causeOf(own, row['note'] ?? '', theirs),
      cveIds: verdict.cveIds,
    });
  }
  return differences;
};

/** A sample's status and the records that decide it; "and 11 more" counts them. */
const goldenFailures = (reference: Reference, day: Day, judged: ReadonlyMap<string, Judged>): string[] =>
  reference.golden.flatMap((row) => {
    const name = `${row['winget_id']} ${row['package_version']}`;
    const own = judged.get(name);
    const expected = row[`status_${day}`] ?? '';
    if (own === undefined) return [`${name}: not judged`];
    const ours = inTheirWords(own);
    const failures = ours === expected ? [] : [`${name} at ${day}: ${ours}, not ${expected}`];
    const atLeast = Number(row['deciding_records']?.match(/and (\d+) more/)?.[1] ?? -1) + 1;
    if (own.verdict.cveIds.length < atLeast)
      failures.push(`${name} at ${day}: ${own.verdict.cveIds.length} CVEs, not ${atLeast}`);
    // The last day knows every record; the deciding ones must be among the hits unless the sample is the fixed version.
    const named = row['deciding_records']?.match(/CVE-\d+-\d+/g) ?? [];
    const isHit = expected === 'Insecure' || expected === '0-Day';
    if (day === days[1] && isHit && !named.some((cveId) => own.verdict.cveIds.includes(cveId)))
      failures.push(`${name} at ${day}: hit, but not by ${named.join(', ')}`);
    return failures;
  });

const forbiddenMatches = (reference: Reference, judged: ReadonlyMap<string, Judged>): string[] => {
  const forbidden = new Set(
    reference.links
      .filter((link) => link['negative_reason'] !== '')
      .map((link) => `${link['winget_id']} ${link['cve']}`),
  );
  const found = [...judged.values()].flatMap(({ id, channel, verdict }) =>
    verdict.cveIds
      .filter((cveId) => channel.wingetIds.some((other) => forbidden.has(`${other} ${cveId}`)))
      .map((cveId) => `${id} ${cveId}`),
  );
  return [...new Set(found)];
};

const pairsOf = (reference: Reference, judged: ReadonlyMap<string, Judged>) => {
  const theirs = new Set(reference.pairs.map((row) => `${row['winget_id']} ${row['package_version']} ${row['cve']}`));
  const ours = [...judged].flatMap(([name, { verdict }]) => verdict.cveIds.map((cveId) => `${name} ${cveId}`));
  return { theirs: theirs.size, ours: ours.length, both: ours.filter((pair) => theirs.has(pair)).length };
};

/** The share that is equal when the marks the records carry themselves count too, as they do in the product. */
const equalWithRecords = (reference: Reference, day: Day, judged: ReadonlyMap<string, Judged>): number => {
  const isEqual = (row: Record<string, string>): boolean => {
    const own = judged.get(`${row['winget_id']} ${row['package_version']}`);
    return own !== undefined && inTheirWords(own, true) === row[`status_asof_${day}`];
  };
  return reference.expected.filter(isEqual).length / reference.expected.length;
};

export const compare = (reference: Reference) => {
  const judged = days.map((day) => [day, judgeAt(reference, day)] as const);
  const [, last] = judged[1] as (typeof judged)[number];
  const notCompared = new Set(
    reference.expected.filter((row) => row['note'] === 'not-comparable').map((row) => row['winget_id'] ?? ''),
  );
  return {
    versions: reference.expected.length,
    channels: new Set([...last.values()].map(({ channel }) => channel.tag)).size,
    differences: judged.flatMap(([day, at]) => compareAt(reference, day, at)),
    golden: reference.golden.length,
    hard: reference.golden.filter((row) => row['why']?.startsWith('HARD')).length,
    goldenFailures: judged.flatMap(([day, at]) => goldenFailures(reference, day, at)),
    forbidden: reference.links.filter((link) => link['negative_reason'] !== '').length,
    forbiddenMatches: judged.flatMap(([, at]) => forbiddenMatches(reference, at)),
    pairs: pairsOf(reference, last),
    /** Exploited by the record's own word, and not in the list at hand. */
    saidExploited: [...last.values()].filter(({ verdict, isSaidExploited }) => isSaidExploited && !verdict.isExploited),
    withRecords: judged.map(([day, at]) => [day, equalWithRecords(reference, day, at)] as const),
    /** Versions of channels that no record can find: equal to a reference that cannot compare them, and not judged. */
    unfound: [...last.values()].filter(
      ({ channel, id }) => channel.cpes.length + channel.cnaNames.length === 0 && notCompared.has(id),
    ),
    unreadable: [...last.values()].filter(({ verdict }) => !verdict.isReadable),
  };
};
export type Comparison = ReturnType<typeof compare>;

/** Equal verdicts out of all, at one day or at both. */
export const equality = ({ versions, differences }: Comparison, day?: Day): number => {
  const total = versions * (day === undefined ? days.length : 1);
  return 1 - differences.filter((difference) => day === undefined || difference.day === day).length / total;
};
