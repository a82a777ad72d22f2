import type { Returned } from '@patchkeep/contract/endpoint';
import type { search } from '@patchkeep/contract/search';
import { hostState } from '@patchkeep/rules/host-state';
import type { Context } from '../../../platform/context.ts';
import { conditionOf, siteOf } from '../../hosts/public.ts';
import { worstStatus } from '../results.presenter.ts';
import { searchApplications, searchCves, searchHosts } from './search.queries.ts';

const each = 8;
/** `cve-2024`, `2024-38080` and `CVE-2024-38080` all mean the same. */
const cvePrefix = (q: string): string | undefined => {
  const [, number] = /^(?:cve-?)?(\d{4}(?:-\d*)?|)$/i.exec(q) ?? [];
  if (number === undefined || (number === '' && !/^cve/i.test(q))) return undefined;
  return `CVE-${number}`;
};

export const find = async (context: Context, q: string): Promise<Returned<typeof search.find>> => {
  const { customerId, siteId } = siteOf(context);
  const { tx } = context;
  const prefix = cvePrefix(q);
  const hosts = await searchHosts(tx, customerId, siteId, q, each);
  const applications = await searchApplications(tx, customerId, siteId, q, each);
  const cves = prefix === undefined ? [] : await searchCves(tx, prefix, each);
  return {
    hosts: hosts.map((row) => ({
      uuid: row.host_id,
      hostName: row.host_name,
      state: hostState(conditionOf(row)),
    })),
    applications: applications.map((row) => ({
      applicationId: row.application_id,
      name: row.name,
      publisher: row.publisher,
      hosts: row.hosts,
      status: worstStatus(row),
    })),
    cves: cves.map((row) => ({ cveId: row.cve_id, title: row.title, isExploited: row.exploited_on !== null })),
  };
};
