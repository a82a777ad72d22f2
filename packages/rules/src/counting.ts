import { type CompareVersions, type IgnoringRule, touches, underRules, type VersionVerdict } from './ignoring.ts';

/**
 * The one count. Every number of applications on any screen comes from here: hosts, groups, tags, sites.
 * Hosts, versions and applications are small numbers, and what each host holds is one long array, so that a hundred
 * thousand hosts are counted in well under a second.
 */
export interface Fleet {
  hostCount: number;
  /** Host h holds `versions[starts[h]]` up to, not including, `versions[starts[h + 1]]`: places in `verdicts`. */
  starts: Int32Array;
  versions: Int32Array;
  /** Undefined for a version nobody has judged yet: it is not counted until then. */
  verdicts: readonly (VersionVerdict | undefined)[];
  /** Each host's place in `ruleSets`: the rules in force for it. */
  ruleSetOf: Int32Array;
  ruleSets: readonly (readonly IgnoringRule[])[];
  scopes: readonly FleetScope[];
}

export interface FleetScope {
  id: string;
  hosts: Int32Array;
}

/** Places of the numbers of a host. */
export const hostColumns = ['ok', 'eol', 'insecure', 'zeroday', 'ignored', 'exploited'] as const;
/** Places of the numbers of an application in a scope. */
export const applicationColumns = [...hostColumns, 'fixable', 'installations', 'versions'] as const;
const width = applicationColumns.length;
const hostWidth = hostColumns.length;
const ignoredColumn = 4;
const exploitedColumn = 5;
const fixableColumn = 6;
const installationsColumn = 7;
const versionsColumn = 8;

export interface ScopeCounts {
  id: string;
  /** Ids of the applications found, ascending, and for each a row of numbers in the order of the columns. */
  applicationIds: Int32Array;
  rows: Int32Array;
  /** Per application, of its versions found; 0 where nobody scored any. */
  highestEpss: Float32Array;
  /** Places of the versions found, in no order, with their hosts and those where all is ignored. */
  versions: Int32Array;
  versionHosts: Int32Array;
  versionIgnored: Int32Array;
  hosts: number;
  /** Hosts by their worst application, in the order of the first five columns. */
  hostSplit: Int32Array;
}

export interface FleetCounts {
  /** A row of numbers per host. */
  hosts: Int32Array;
  scopes: ScopeCounts[];
  /** Hosts on which each rule keeps something uncounted. */
  ruleHits: Map<string, number>;
}

// A version's verdict under a rule set, in one byte: worst of two is the larger status and all marks of both.
const ignoredMark = 4;
const exploitedMark = 8;
const fixableMark = 16;
const touchedMark = 32;
const unknownMark = 64;
const add = (numbers: Int32Array, at: number, more: number): void => {
  numbers[at] = (numbers[at] ?? 0) + more;
};
const columnOf = (code: number): number => code & 3 || (code & ignoredMark ? ignoredColumn : 0);

const codeOf = (verdict: VersionVerdict, rules: readonly IgnoringRule[]): number => {
  const { status, isIgnored, isExploited, isFixable } = underRules(verdict, rules);
  return (
    status |
    (isIgnored ? ignoredMark : 0) |
    (isExploited ? exploitedMark : 0) |
    (isFixable ? fixableMark : 0) |
    (rules.length > 0 ? touchedMark : 0)
  );
};

/** A byte per version for one set of rules, and which rules touch which version. */
const codeTable = (verdicts: Fleet['verdicts'], rules: readonly IgnoringRule[], compare: CompareVersions) => {
  const codes = new Uint8Array(verdicts.length);
  const touching = new Map<number, readonly IgnoringRule[]>();
  verdicts.forEach((verdict, place) => {
    if (!verdict) {
      codes[place] = unknownMark;
      return;
    }
    const found = rules.filter((rule) => touches(rule, verdict, compare));
    if (found.length > 0) touching.set(place, found);
    codes[place] = codeOf(verdict, found);
  });
  return { codes, touching };
};

/** Each host's applications, once each under the worst of its versions. */
const pairUp = (fleet: Fleet, applicationOf: Int32Array, applicationCount: number, compare: CompareVersions) => {
  const { hostCount, starts, versions, ruleSetOf, ruleSets } = fleet;
  const tables = ruleSets.map((rules) => codeTable(fleet.verdicts, rules, compare));
  const pairStarts = new Int32Array(hostCount + 1);
  const pairApplications = new Int32Array(versions.length);
  const pairCodes = new Uint8Array(versions.length);
  const versionCodes = new Uint8Array(versions.length);
  const hosts = new Int32Array(hostCount * hostWidth);
  const ruleHits = new Map<string, number>(ruleSets.flat().map((rule) => [rule.ruleId, 0]));
  const placeOf = new Int32Array(applicationCount).fill(-1);
  let next = 0;
  for (let host = 0; host < hostCount; host++) {
    const table = tables[ruleSetOf[host] ?? 0];
    if (!table) throw new Error('A host has no set of rules');
    const first = next;
    pairStarts[host] = first;
    const hit = new Set<string>();
    for (let at = starts[host] ?? 0; at < (starts[host + 1] ?? 0); at++) {
      const version = versions[at] ?? 0;
      const code = table.codes[version] ?? unknownMark;
      versionCodes[at] = code;
      if (code & unknownMark) continue;
      if (code & touchedMark) for (const rule of table.touching.get(version) ?? []) hit.add(rule.ruleId);
      const application = applicationOf[version] ?? 0;
      const place = placeOf[application] ?? -1;
      if (place >= first && pairApplications[place] === application) {
        const before = pairCodes[place] ?? 0;
        pairCodes[place] = Math.max(before & 3, code & 3) | ((before | code) & ~3);
      } else {
        placeOf[application] = next;
        pairApplications[next] = application;
        pairCodes[next] = code;
        next += 1;
      }
    }
    for (const ruleId of hit) ruleHits.set(ruleId, (ruleHits.get(ruleId) ?? 0) + 1);
    const row = host * hostWidth;
    for (let place = first; place < next; place++) {
      const code = pairCodes[place] ?? 0;
      add(hosts, row + columnOf(code), 1);
      if (code & exploitedMark) add(hosts, row + exploitedColumn, 1);
    }
  }
  pairStarts[hostCount] = next;
  return { pairStarts, pairApplications, pairCodes, versionCodes, hosts, ruleHits };
};

/** The column a host falls into as a whole: the worst of its applications. */
export const hostColumn = (hosts: Int32Array, host: number): number => {
  const row = host * hostWidth;
  for (const column of [3, 2, 1, ignoredColumn]) if ((hosts[row + column] ?? 0) > 0) return column;
  return 0;
};

export const countFleet = (fleet: Fleet, compare: CompareVersions): FleetCounts => {
  const { verdicts } = fleet;
  const applicationIds = [...new Set(verdicts.flatMap((verdict) => (verdict ? [verdict.applicationId] : [])))];
  const sortedIds = Int32Array.from(applicationIds).toSorted();
  const indexOf = new Map([...sortedIds].map((id, index) => [id, index]));
  const applicationOf = Int32Array.from(verdicts, (verdict) =>
    verdict ? (indexOf.get(verdict.applicationId) ?? 0) : 0,
  );
  const paired = pairUp(fleet, applicationOf, sortedIds.length, compare);
  const counter = scopeCounter(fleet, paired, applicationOf, sortedIds);
  return { hosts: paired.hosts, scopes: fleet.scopes.map(counter), ruleHits: paired.ruleHits };
};

/**
 * Counts scopes one after the other in the same arrays. Only what a scope holds is looked at and cleared: most groups
 * hold a small part of all software, and there are many groups.
 */
const scopeCounter = (
  { starts, versions, verdicts }: Fleet,
  { pairStarts, pairApplications, pairCodes, versionCodes, hosts }: ReturnType<typeof pairUp>,
  applicationOf: Int32Array,
  sortedIds: Int32Array,
) => {
  const rows = new Int32Array(sortedIds.length * width);
  const epss = new Float32Array(sortedIds.length);
  const versionHosts = new Int32Array(verdicts.length);
  const versionIgnored = new Int32Array(verdicts.length);
  const touchedVersions = new Int32Array(verdicts.length);
  const touchedApplications = new Int32Array(sortedIds.length);

  /** Adds up the hosts of a scope; says how many different versions they hold. */
  const gather = (members: Int32Array, hostSplit: Int32Array): number => {
    let versionCount = 0;
    for (let i = 0; i < members.length; i++) {
      const host = members[i] ?? 0;
      const pairsEnd = pairStarts[host + 1] ?? 0;
      for (let place = pairStarts[host] ?? 0; place < pairsEnd; place++) {
        const row = (pairApplications[place] ?? 0) * width;
        const code = pairCodes[place] ?? 0;
        add(rows, row + columnOf(code), 1);
        if (code & exploitedMark) add(rows, row + exploitedColumn, 1);
        if (code & fixableMark) add(rows, row + fixableColumn, 1);
      }
      const end = starts[host + 1] ?? 0;
      for (let at = starts[host] ?? 0; at < end; at++) {
        const code = versionCodes[at] ?? 0;
        if (code & unknownMark) continue;
        const version = versions[at] ?? 0;
        if (versionHosts[version] === 0) touchedVersions[versionCount++] = version;
        add(versionHosts, version, 1);
        if (code & ignoredMark) add(versionIgnored, version, 1);
      }
      add(hostSplit, hostColumn(hosts, host), 1);
    }
    return versionCount;
  };

  return ({ id, hosts: members }: FleetScope): ScopeCounts => {
    const hostSplit = new Int32Array(5);
    const versionCount = gather(members, hostSplit);
    const found = touchedVersions.slice(0, versionCount);
    const foundHosts = new Int32Array(versionCount);
    const foundIgnored = new Int32Array(versionCount);
    let applicationCount = 0;
    for (let at = 0; at < versionCount; at++) {
      const version = found[at] ?? 0;
      const application = applicationOf[version] ?? 0;
      const row = application * width;
      if (rows[row + versionsColumn] === 0) touchedApplications[applicationCount++] = application;
      const hostCount = versionHosts[version] ?? 0;
      add(rows, row + installationsColumn, hostCount);
      add(rows, row + versionsColumn, 1);
      epss[application] = Math.max(epss[application] ?? 0, verdicts[version]?.highestEpss ?? 0);
      foundHosts[at] = hostCount;
      foundIgnored[at] = versionIgnored[version] ?? 0;
      versionHosts[version] = 0;
      versionIgnored[version] = 0;
    }
    const present = touchedApplications.slice(0, applicationCount).toSorted();
    const kept = new Int32Array(applicationCount * width);
    const keptEpss = new Float32Array(applicationCount);
    const keptIds = new Int32Array(applicationCount);
    for (let at = 0; at < applicationCount; at++) {
      const application = present[at] ?? 0;
      for (let column = 0; column < width; column++) {
        kept[at * width + column] = rows[application * width + column] ?? 0;
        rows[application * width + column] = 0;
      }
      keptIds[at] = sortedIds[application] ?? 0;
      keptEpss[at] = epss[application] ?? 0;
      epss[application] = 0;
    }
    return {
      id,
      applicationIds: keptIds,
      rows: kept,
      highestEpss: keptEpss,
      versions: found,
      versionHosts: foundHosts,
      versionIgnored: foundIgnored,
      hosts: members.length,
      hostSplit,
    };
  };
};
