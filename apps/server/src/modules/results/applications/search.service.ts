import type { Returned } from '@patchkeep/contract/endpoint';
import type { search } from '@patchkeep/contract/search';
import { hostState } from '@patchkeep/rules/host-state';
import { matchName, matchPlace, slipPatterns, swapPatterns } from '@patchkeep/rules/matching';
import type { Context } from '../../../platform/context.ts';
import { conditionOf, siteOf } from '../../hosts/public.ts';
import { worstStatus } from '../results.presenter.ts';
import {
  applicationsThatContain,
  applicationsThatResemble,
  hostsThatBegin,
  hostsThatContain,
  hostsThatResemble,
  type Place,
  searchCves,
} from './search.queries.ts';

const each = 8;
/** Read to choose the best answers from. */
const candidates = 50;
/** `cve-2024`, `2024-38080` and `CVE-2024-38080` all mean the same. */
const cvePrefix = (q: string): string | undefined => {
  const [, number] = /^(?:cve-?)?(\d{4}(?:-\d*)?|)$/i.exec(q) ?? [];
  if (number === undefined || (number === '' && !/^cve/i.test(q))) return undefined;
  return `CVE-${number}`;
};

/** Best first; what answers equally well keeps the order of the database. */
const ranked = <T>(rows: readonly T[], nameOf: (row: T) => string, q: string): T[] =>
  rows
    .map((row) => ({ row, place: matchPlace(matchName(nameOf(row), q) ?? 'slip') }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, each)
    .map(({ row }) => row);

/** The index knows beginnings; for the rest the names of the site are read. */
const findHosts = async ({ tx }: Context, place: Place, q: string) => {
  const beginning = await hostsThatBegin(tx, place, q, each);
  if (beginning.length === each) return beginning;
  const known = new Set(beginning.map((row) => row.host_id));
  const containing = await hostsThatContain(tx, place, q, candidates);
  const others = containing.filter((row) => !known.has(row.host_id));
  return ranked([...beginning, ...others], (row) => row.host_name, q);
};

const findApplications = async ({ tx }: Context, place: Place, q: string) =>
  ranked(await applicationsThatContain(tx, place, q, candidates), (row) => row.name, q);

/**
 * Slips cost the most and answer worst: they are looked for only when nothing else was found. A host has swapped letters
 * only, as there may be many thousands, and with another letter it is another host.
 */
const findThings = async (context: Context, q: string) => {
  const { tx } = context;
  const place = siteOf(context);
  const prefix = cvePrefix(q);
  const found = {
    hosts: await findHosts(context, place, q),
    applications: await findApplications(context, place, q),
    cves: prefix === undefined ? [] : await searchCves(tx, prefix, each),
  };
  const patterns = slipPatterns(q);
  if (patterns.length === 0 || Object.values(found).some((rows) => rows.length > 0)) return found;
  return {
    ...found,
    hosts: await hostsThatResemble(tx, place, swapPatterns(q), each),
    applications: await applicationsThatResemble(tx, place, patterns, each),
  };
};

export const find = async (context: Context, q: string): Promise<Returned<typeof search.find>> => {
  const { hosts, applications, cves } = await findThings(context, q);
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
      channelTag: row.channel_tag,
      hosts: row.hosts,
      status: worstStatus(row),
    })),
    cves: cves.map((row) => ({ cveId: row.cve_id, title: row.title, isExploited: row.exploited_on !== null })),
  };
};
