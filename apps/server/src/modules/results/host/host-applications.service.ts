import type { StatusSplit } from '@patchkeep/contract/applications';
import type { HostApplication, InstalledVersion } from '@patchkeep/contract/results';
import { type Effective, type IgnoringRule, underRules, type VersionVerdict, worstOf } from '@patchkeep/rules/ignoring';
import type { Context } from '../../../platform/context.ts';
import { findHost, siteOf } from '../../hosts/public.ts';
import { readInventory } from '../../inventory/public.ts';
import { rounded, statusWord, whyNotJudged } from '../results.presenter.ts';
import { comparerOf, loadRules, touching, verdictsOf } from '../verdicts/exposure.service.ts';
import { type JudgedVersion, selectJudged } from '../verdicts/versions.queries.ts';
import { capabilitiesOf, type ChosenByJobs } from './capabilities.rules.ts';
import { childrenOf } from './children.rules.ts';
import { selectInstallerScopes, selectWorstCves } from './host-results.queries.ts';

const issuesShown = 3;
/** What the site has chosen is known to a module to the right. */
export type ReadChosen = (
  context: Context,
  channelTags: readonly string[],
) => Promise<ReadonlyMap<string, ChosenByJobs>>;

type Inventory = NonNullable<Awaited<ReturnType<typeof readInventory>>>;
type Copy = Inventory['copies'][number];
type Mark = Awaited<ReturnType<typeof selectWorstCves>>[number];

interface Judged {
  row: JudgedVersion;
  verdict: VersionVerdict;
  rules: IgnoringRule[];
  effective: Effective;
}

export const presentSighting = (copy: Copy, takenAt: Date): InstalledVersion['sightings'][number] => ({
  scope: copy.scope,
  user: copy.user ?? null,
  path: copy.path ?? null,
  fileVersion: copy.fileVersion ?? null,
  productCode: copy.productCode ?? null,
  source: copy.source,
  architecture: copy.architecture ?? null,
  detected: takenAt.toISOString(),
});

const presentInstalled = (
  { row, rules, effective }: Judged,
  copies: readonly Copy[],
  marks: readonly Mark[],
  takenAt: Date,
): InstalledVersion => ({
  versionId: row.version_id,
  reportedName: row.reported_name,
  reportedPublisher: row.reported_publisher,
  version: row.reported_version,
  channelVersion: row.channel_version,
  status: statusWord(effective.status),
  isIgnored: effective.isIgnored,
  isExploited: effective.isExploited,
  endOfLife: row.eol_on,
  fixedVersion: row.fixed_version,
  recommendedVersion: row.recommended_version,
  issues: row.cve_nos.length,
  worstIssues: marks.map((mark) => ({
    cveId: mark.cve_id,
    isExploited: mark.is_exploited,
    isZeroDay: row.zero_day_nos.includes(mark.cve_no),
    isIgnored: rules.some((rule) => rule.cveNo === null || rule.cveNo === mark.cve_no),
    epss: rounded(mark.epss),
    cvss: rounded(mark.cvss_score),
  })),
  identifiedBy: row.identified_by,
  notJudged: whyNotJudged(row),
  sightings: copies.map((copy) => presentSighting(copy, takenAt)),
  correctionUuid: row.correction_id,
});

/** The applications of a host, worst first, each once, with all that is known of its copies. */
export const readHostApplications = async (context: Context, hostId: string, readChosen: ReadChosen) => {
  const { customerId } = siteOf(context);
  const host = await findHost(context, hostId);
  const stored = await readInventory(context.tx, customerId, host.host_no);
  if (!stored) return { host, applications: [] };
  const rows = await selectJudged(context.tx, customerId, stored.versionIds);
  const verdicts = await verdictsOf(context, rows);
  const compare = comparerOf(rows);
  const rules = (await loadRules(context))(host.group_id, host.host_no);
  const judged = rows.flatMap((row): Judged[] => {
    const verdict = verdicts.get(row.version_id);
    if (!verdict) return [];
    const own = touching(rules, verdict, compare);
    return [{ row, verdict, rules: own, effective: underRules(verdict, own) }];
  });
  const marks = Map.groupBy(await selectWorstCves(context.tx, rows, issuesShown), (mark) => mark.version_id);
  const copies = Map.groupBy(stored.copies, (copy) => copy.versionId);
  const tags = [...new Set(rows.flatMap((row) => row.channel_tag ?? []))];
  const installers = await selectInstallerScopes(context.tx, tags);
  const chosen = await readChosen(context, tags);
  const byApplication = Map.groupBy(judged, ({ row }) => row.application_id);
  const copiesOf = (own: readonly Judged[]): Copy[] => own.flatMap(({ row }) => copies.get(row.version_id) ?? []);
  const children = childrenOf(
    [...byApplication].map(([applicationId, own]) => ({
      applicationId,
      paths: copiesOf(own).flatMap((copy) => copy.path ?? []),
    })),
  );
  const applications = [...byApplication].flatMap(([applicationId, own]): HostApplication[] => {
    const [first] = own;
    if (!first) return [];
    const worst = worstOf(own.map(({ effective }) => effective));
    const { row } = first;
    return [
      {
        applicationId,
        channelTag: row.channel_tag,
        name: row.name,
        publisher: row.publisher,
        status: statusWord(worst.status),
        isIgnored: worst.isIgnored,
        isExploited: worst.isExploited,
        recommendedVersion: own.find((each) => each.row.recommended_version !== null)?.row.recommended_version ?? null,
        isDriver: row.is_driver ?? false,
        isHidden: row.is_hidden ?? false,
        isSuiteMember: row.is_suite_member ?? false,
        isChild: children.has(applicationId),
        ignoreRuleUuids: [...new Set(own.flatMap((each) => each.rules.map((rule) => rule.ruleId)))],
        versions: own.map((each) =>
          presentInstalled(
            each,
            copies.get(each.row.version_id) ?? [],
            marks.get(each.row.version_id) ?? [],
            stored.takenAt,
          ),
        ),
        capabilities: capabilitiesOf(
          installers.get(row.channel_tag ?? '') ?? [],
          copiesOf(own),
          chosen.get(row.channel_tag ?? ''),
        ),
      },
    ];
  });
  return { host, applications: applications.toSorted(worstFirst) };
};

const severity = { zeroday: 4, insecure: 3, eol: 2, ok: 0 };
const rank = (each: HostApplication): number => severity[each.status] || Number(each.isIgnored);
const worstFirst = (a: HostApplication, b: HostApplication): number =>
  rank(b) - rank(a) || a.name.localeCompare(b.name, 'en') || a.applicationId - b.applicationId;

export const splitOf = (applications: readonly HostApplication[]): StatusSplit => {
  const split: StatusSplit = { ok: 0, eol: 0, insecure: 0, zeroday: 0, ignored: 0 };
  for (const { status, isIgnored } of applications) split[isIgnored ? 'ignored' : status] += 1;
  return split;
};
