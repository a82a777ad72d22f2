import type { Kysely } from 'kysely';
import type { Tables } from '../../../../platform/db/tables.ts';
import { selectAdvisories } from './advisories.repository.ts';
import { mergeCve } from './cve-facts.rules.ts';
import { selectCveNos, selectKnownExploited, selectUnknownCves, upsertCves } from './cves.repository.ts';
import { checkedCvss } from './cvss.service.ts';

/** Brings the merged facts of these CVEs up to date with what the feeds say now. */
export const mergeCves = async (db: Kysely<Tables>, cveIds: readonly string[]): Promise<number> => {
  if (cveIds.length === 0) return 0;
  const advisories = await selectAdvisories(db, cveIds);
  const checked = advisories.map((advisory) => ({ ...advisory, cvss: advisory.cvss.map(checkedCvss) }));
  const said = Map.groupBy(checked, ({ cveId }) => cveId);
  const exploited = await selectKnownExploited(db, cveIds);
  const facts = [...new Set(cveIds)].toSorted().map((id) => mergeCve(id, said.get(id) ?? [], exploited.get(id)));
  return upsertCves(db, facts);
};

/** The numbers of CVEs that a list names, known from elsewhere or not. */
export const cveNosOf = async (
  db: Kysely<Tables>,
  cveIds: readonly string[],
): Promise<{ numbers: Map<string, number>; added: number }> => {
  const unique = [...new Set(cveIds)];
  const added = await mergeCves(db, await selectUnknownCves(db, unique));
  return { numbers: await selectCveNos(db, unique), added };
};
