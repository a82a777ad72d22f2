import type { BuildState } from '@patchkeep/contract/packager';
import { countText } from '@patchkeep/rules/text/count-text';
import { priorityReason } from '@patchkeep/rules/vulnerabilities/priority';
import type { Config } from '../../platform/config/config.ts';
import type { Context } from '../../platform/context.ts';
import { readSiteDecisions } from '../approvals/public.ts';
import { listPackages, readFreshness } from '../catalog/public.ts';
import { listNewApprovers } from '../custom-software/public.ts';
import { countKindsBySite, siteOf } from '../hosts/public.ts';
import { countUnsolved } from '../patching/public.ts';
import { listOpenVulnerabilities, type OpenVulnerability } from '../results/public.ts';
import { findCustomer, findSite } from '../tenants/public.ts';
import { nameChannels, selectZeroDays } from './findings.queries.ts';
import { type Finding, type Found, mostOfKind, tellsOfSilent } from './findings.rules.ts';

const nothing: Found = { findings: [], totals: {} };

const together = (parts: readonly Found[]): Found => ({
  findings: parts.flatMap(({ findings }) => findings.slice(0, mostOfKind)),
  totals: Object.assign({}, ...parts.map(({ totals }) => totals)),
});

const findExploited = ({ now }: Context, open: readonly OpenVulnerability[]): Found => {
  const rows = open.filter(({ cve }) => cve.facts.isExploited);
  const today = now.toISOString().slice(0, 10);
  const findings = rows.map(({ cve, applicationId, applicationName, hosts }): Finding => ({
    kind: 'exploited',
    subject: `${cve.cveId} ${applicationId}`,
    facts: { name: `${cve.cveId} in ${applicationName}`, reason: priorityReason({ ...cve.facts, hosts }, today) },
  }));
  return { findings, totals: { exploited: rows.length } };
};

/** Past its due day and nobody has decided: by application, because that is what is decided about. */
const findOverdue = async (context: Context, open: readonly OpenVulnerability[]): Promise<Found> => {
  const decisionOf = await readSiteDecisions(context);
  const rows = open.filter(({ cve, channelTag }) => cve.isOverdue && decisionOf(channelTag ?? '').state === 'none');
  const findings = [...Map.groupBy(rows, ({ applicationId }) => applicationId)].map(([applicationId, own]): Finding => {
    const late = countText(own.length, 'vulnerability is', 'vulnerabilities are');
    return {
      kind: 'overdue',
      subject: String(applicationId),
      facts: { name: own[0]?.applicationName ?? '', reason: `${late} past the due day, and there is no decision` },
    };
  });
  return { findings, totals: { overdue: rows.length } };
};

const findZeroDays = async ({ tx }: Context, site: ReturnType<typeof siteOf>): Promise<Found> => {
  const rows = await selectZeroDays(tx, site.customerId, site.siteId);
  const findings = rows.map(({ application_id, name, hosts }): Finding => ({
    kind: 'zeroday',
    subject: String(application_id),
    facts: { name, reason: `${countText(hosts, 'host has', 'hosts have')} a vulnerability without a fix` },
  }));
  return { findings, totals: { zeroday: rows.length } };
};

const findFailed = async ({ tx, now }: Context, site: ReturnType<typeof siteOf>): Promise<Found> => {
  const rows = await countUnsolved(tx, site.customerId, [site.siteId], now);
  const names = await nameChannels(
    tx,
    rows.map((row) => row.channel_tag),
  );
  const findings = rows.map(({ channel_tag, hosts }): Finding => ({
    kind: 'failed',
    subject: channel_tag,
    facts: {
      name: names.get(channel_tag) ?? channel_tag,
      reason: `its update failed for good on ${countText(hosts, 'host')}`,
    },
  }));
  return { findings, totals: { failed: rows.reduce((sum, { updates }) => sum + updates, 0) } };
};

const findSilent = async ({ tx }: Context, site: ReturnType<typeof siteOf>, wasTold: boolean): Promise<Found> => {
  const [kinds] = await countKindsBySite(tx, site.customerId, [site.siteId]);
  const silent = kinds?.dormant ?? 0;
  const all = silent + (kinds?.active ?? 0);
  if (!tellsOfSilent({ silent, all, wasTold })) return { findings: [], totals: { silent } };
  const days = (await findCustomer(tx, site.customerId))?.dormancy_days ?? 0;
  const share = Math.round((100 * silent) / all);
  const reason = `${countText(silent, 'host')} of ${countText(all, 'host')} (${share}%) not heard of for ${countText(days, 'day')}`;
  return { findings: [{ kind: 'silent', subject: 'site', facts: { name: '', reason } }], totals: { silent } };
};

/** While somebody can still object: for as long as hosts wait, and as long again. */
const findApprovers = async ({ tx, now }: Context, site: ReturnType<typeof siteOf>): Promise<Found> => {
  const named = await listNewApprovers(tx, site.customerId, site.siteId, now);
  const findings = named.map(({ version, names, threshold, startsAt }): Finding => {
    const day = startsAt.toISOString().slice(0, 10);
    const reason = `from ${day} on ${names.join(', ')} vouch for custom software, ${countText(threshold, 'person', 'people')} at a time`;
    return { kind: 'approvers', subject: String(version), facts: { name: '', reason } };
  });
  return { findings, totals: { approvers: named.length } };
};

/** What a site has to tell now. The same functions count it that the pages of the console show it by. */
export const findInSite = async (context: Context, wasSilent: boolean): Promise<Found> => {
  const site = siteOf(context);
  const modules = await findSite(context.tx, site.customerId, site.siteId);
  if (!modules?.is_detection_module_enabled) return nothing;
  const open = await listOpenVulnerabilities(context);
  return together([
    findExploited(context, open),
    await findZeroDays(context, site),
    await findApprovers(context, site),
    ...(modules.is_patching_enabled ? [await findFailed(context, site), await findOverdue(context, open)] : []),
    await findSilent(context, site, wasSilent),
  ]);
};

const findPackages = async (context: Context, kind: 'signature' | 'held', state: BuildState, reason: string) => {
  const { packages, total } = await listPackages(context, { state, limit: mostOfKind });
  const findings = packages.map(({ build, name, version }): Finding => ({
    kind,
    subject: build,
    facts: { name: `${name} ${version}`, reason },
  }));
  return { findings, totals: { [kind]: total } };
};

/** What the installation has to tell those who run it. */
export const findInSystem = async (context: Context, config: Config): Promise<Found> => {
  const stale = (await readFreshness(context, config)).feeds.filter(({ isStale }) => isStale);
  return together([
    {
      findings: stale.map(({ feed, title, staleAfterHours, lastContact }) => ({
        kind: 'feed',
        subject: feed,
        facts: {
          name: title,
          reason: lastContact === null ? 'never read' : `not read for more than ${countText(staleAfterHours, 'hour')}`,
        },
      })),
      totals: { feed: stale.length },
    },
    await findPackages(context, 'signature', 'awaitsPerson', 'waits for signatures'),
    await findPackages(context, 'held', 'held', 'is held: a check speaks against it'),
  ]);
};
