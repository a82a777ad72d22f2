/**
 * What a fleet should count up to, worked out the slow way from what the test itself did: no array, no query and no
 * function of the product.
 */
export interface ModelVersion {
  application: string;
  version: number;
  cves: string[];
  zeroDays: string[];
  isEol: boolean;
  isFixable: boolean;
}
export interface ModelHost {
  uuid: string;
  holds: Set<string>;
  group: string | null;
  tags: Set<string>;
  isCounted: boolean;
}
export interface ModelRule {
  uuid: string;
  scope: 'site' | 'group' | 'host';
  scopeUuid: string | null;
  application: string | null;
  cve: string | null;
  from: number | null;
  to: number | null;
  isInForce: boolean;
}
export interface Model {
  versions: Map<string, ModelVersion>;
  hosts: ModelHost[];
  parents: Map<string, string | null>;
  rules: ModelRule[];
  exploited: Set<string>;
}

type Bucket = 'ok' | 'eol' | 'insecure' | 'zeroday' | 'ignored';
const badness: Bucket[] = ['ok', 'ignored', 'eol', 'insecure', 'zeroday'];
const worse = (a: Bucket, b: Bucket): Bucket => (badness.indexOf(a) >= badness.indexOf(b) ? a : b);

const isBelow = (model: Model, group: string | null, above: string | null): boolean => {
  for (let at = group; at !== null; at = model.parents.get(at) ?? null) if (at === above) return true;
  return false;
};

export const reaches = (model: Model, rule: ModelRule, host: ModelHost): boolean =>
  rule.scope === 'site' ||
  (rule.scope === 'host' ? rule.scopeUuid === host.uuid : isBelow(model, host.group, rule.scopeUuid));

const hasProblem = (version: ModelVersion): boolean => version.cves.length > 0 || version.isEol;

export const speaksOf = (rule: ModelRule, version: ModelVersion): boolean =>
  hasProblem(version) &&
  (rule.application === null || rule.application === version.application) &&
  (rule.cve === null || version.cves.includes(rule.cve)) &&
  (rule.from === null || version.version >= rule.from) &&
  (rule.to === null || version.version <= rule.to);

/** What is left of a version on a host. */
const left = (model: Model, host: ModelHost, version: ModelVersion) => {
  const rules = model.rules.filter((rule) => rule.isInForce && reaches(model, rule, host) && speaksOf(rule, version));
  if (rules.some((rule) => rule.cve === null)) return { bucket: 'ignored' as Bucket, cves: [] as string[] };
  const cves = version.cves.filter((cve) => !rules.some((rule) => rule.cve === cve));
  if (cves.some((cve) => version.zeroDays.includes(cve))) return { bucket: 'zeroday' as Bucket, cves };
  if (cves.length > 0) return { bucket: 'insecure' as Bucket, cves };
  if (version.isEol) return { bucket: 'eol' as Bucket, cves };
  return { bucket: (rules.length > 0 ? 'ignored' : 'ok') as Bucket, cves };
};

export const versionsOf = (model: Model, host: ModelHost): ModelVersion[] =>
  [...host.holds].flatMap((key) => model.versions.get(key) ?? []);

/** The applications of a host, each once. */
export const onHost = (model: Model, host: ModelHost) => {
  const found = new Map<string, { bucket: Bucket; isExploited: boolean; isFixable: boolean }>();
  for (const version of versionsOf(model, host)) {
    const { bucket, cves } = left(model, host, version);
    const before = found.get(version.application) ?? { bucket: 'ok', isExploited: false, isFixable: false };
    found.set(version.application, {
      bucket: worse(before.bucket, bucket),
      isExploited: before.isExploited || cves.some((cve) => model.exploited.has(cve)),
      isFixable: before.isFixable || (bucket !== 'ok' && bucket !== 'ignored' && version.isFixable),
    });
  }
  return found;
};

export const noSplit = () => ({ ok: 0, eol: 0, insecure: 0, zeroday: 0, ignored: 0 });

/** The applications of some hosts, as the lists show them. */
export const inScope = (model: Model, hosts: readonly ModelHost[]) => {
  const rows = new Map<string, ReturnType<typeof emptyRow>>();
  const hostSplit = noSplit();
  for (const host of hosts) {
    let worst: Bucket = 'ok';
    for (const [application, { bucket, isExploited, isFixable }] of onHost(model, host)) {
      const row = rows.get(application) ?? emptyRow();
      rows.set(application, row);
      row.split[bucket] += 1;
      row.hosts += 1;
      row.exploitedHosts += Number(isExploited);
      row.fixableHosts += Number(isFixable);
      const own = versionsOf(model, host).filter((version) => version.application === application);
      row.installations += own.length;
      for (const version of own) row.versions.add(version.version);
      worst = worse(worst, bucket);
    }
    hostSplit[worst] += 1;
  }
  return { rows, hostSplit };
};
const emptyRow = () => ({
  split: noSplit(),
  hosts: 0,
  exploitedHosts: 0,
  fixableHosts: 0,
  installations: 0,
  versions: new Set<number>(),
});

export const membersOf = (model: Model, scope: { group?: string; tag?: string } = {}): ModelHost[] =>
  model.hosts.filter(
    (host) =>
      host.isCounted &&
      (scope.group === undefined || isBelow(model, host.group, scope.group)) &&
      (scope.tag === undefined || host.tags.has(scope.tag)),
  );

/** Hosts with a CVE in one application or any, and those where rules cover it in every version they have. */
export const exposed = (model: Model, cve: string, application?: string) => {
  let hosts = 0;
  let ignoredHosts = 0;
  for (const host of membersOf(model)) {
    const own = versionsOf(model, host).filter(
      (version) => version.cves.includes(cve) && (application === undefined || version.application === application),
    );
    if (own.length === 0) continue;
    hosts += 1;
    if (own.every((version) => !left(model, host, version).cves.includes(cve))) ignoredHosts += 1;
  }
  return { hosts, ignoredHosts };
};

/** Hosts on which a rule keeps something uncounted. */
export const hitsOf = (model: Model, rule: ModelRule): number =>
  membersOf(model).filter(
    (host) => reaches(model, rule, host) && versionsOf(model, host).some((version) => speaksOf(rule, version)),
  ).length;
