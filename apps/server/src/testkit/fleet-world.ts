import { applications } from '@patchkeep/contract/applications';
import { configuration } from '@patchkeep/contract/configuration';
import { wire } from '@patchkeep/contract/constants';
import { session } from '@patchkeep/contract/session';
import { recount } from '../modules/results/public.ts';
import { copy, TestAgent } from './agent.ts';
import type { TestApp, TestClient } from './app.ts';
import type { Model, ModelVersion } from './fleet-model.ts';
import { jobTools, matchNew } from './jobs.ts';

export const applicationNames = ['Alpha Editor', 'Bravo Player', 'Charlie Viewer', 'Delta Reader', 'Echo Notes'];
export const cveIds = ['CVE-2026-10001', 'CVE-2026-10002', 'CVE-2026-10003', 'CVE-2026-10004'];
export const versionNumbers = [1, 2, 3];
export const keyOf = (application: string, version: number): string => `${application} ${version}`;

let worlds = 0;

/**
 * Processes remember decisions, machines and counts by site and revision. Sites of all test databases have the same ids,
 * and test files of a worker share one process: with revisions of its own, no world is given what another one has.
 */
const haveOwnRevisions = async (sql: (text: string, values: unknown[]) => Promise<unknown>): Promise<void> => {
  worlds += 1;
  const first = [worlds * 1_000_000];
  await sql('update count_states set revision = revision + $1', first);
  await sql(
    `insert into approval_revisions (customer_id, revision) select customer_id, $1 from customers
     on conflict (customer_id) do update set revision = approval_revisions.revision + excluded.revision`,
    first,
  );
};

/**
 * A site with hosts that report through the real protocol, beside a model of what they hold. What the catalogue says of
 * the versions is written by the test: feeds and matching have tests of their own.
 */
export const fleetWorld = async (app: TestApp, manager: TestClient, hostCount: number) => {
  const database = app.database.pool('postgres');
  const sql = async (text: string, values: unknown[] = []) => (await database.query(text, values)).rows;
  const { secret } = (await manager.call(configuration.createInstallToken, { body: { name: 'fleet', useCap: 999 } }))
    .body;
  const agents: TestAgent[] = [];
  for (let i = 0; i < hostCount; i++) {
    const agent = new TestAgent(app);
    await agent.enrol(secret);
    agents.push(agent);
  }
  const model: Model = {
    versions: new Map(),
    hosts: agents.map(({ agentUuid }) => ({
      uuid: agentUuid,
      holds: new Set(),
      group: null,
      tags: new Set(),
      isCounted: true,
    })),
    parents: new Map(),
    rules: [],
    exploited: new Set(),
  };
  const upload = async (at: number, keys: readonly string[]) => {
    const agent = agents[at];
    const host = model.hosts[at];
    if (!agent || !host) return;
    agent.software = keys.map((key) => copy(key.slice(0, -2), `${key.slice(-1)}.0`));
    const { status } = await agent.upload();
    if (status === 200) host.holds = new Set(keys);
  };

  // Everything is seen once, so that every version and application has a number.
  const all = applicationNames.flatMap((name) => versionNumbers.map((version) => keyOf(name, version)));
  await upload(0, all);
  await matchNew(app);
  for (const cveId of cveIds)
    await sql(
      `insert into cves (cve_id, content_hash, title, description, cvss_all, is_ransomware, is_rejected, is_disputed,
         reference_urls, feeds) values ($1, '', $1, '', '[]', false, false, false, '{}', '{}') on conflict do nothing`,
      [cveId],
    );
  const cveNos = new Map<string, number>(
    (await sql('select cve_id, cve_no from cves where cve_id = any($1)', [cveIds])).map((row) => [
      row.cve_id,
      row.cve_no,
    ]),
  );
  const applicationIds = new Map<string, number>(
    (await sql('select name, application_id from applications where name = any($1)', [applicationNames])).map((row) => [
      row.name,
      row.application_id,
    ]),
  );

  /** Another verdict on a version, as the catalogue would save it. */
  const judge = async (version: ModelVersion) => {
    const { application, version: number, cves, zeroDays, isEol, isFixable } = version;
    model.versions.set(keyOf(application, number), version);
    const nos = (ids: readonly string[]) => ids.map((id) => cveNos.get(id) ?? 0).toSorted((a, b) => a - b);
    const [{ revision }] = await sql('update catalog_revision set revision = revision + 1 returning revision');
    await sql(
      `update version_verdicts v set status = $3, cve_nos = $4, zero_day_nos = $5, is_exploited = $6, eol_on = $7,
         fixed_version = $8, revision = $9
       from software_versions s where s.version_id = v.version_id and s.name = $1 and s.version = $2`,
      [
        application,
        `${number}.0`,
        zeroDays.length > 0 ? 3 : cves.length > 0 ? 2 : isEol ? 1 : 0,
        nos(cves),
        nos(zeroDays),
        cves.some((cve) => model.exploited.has(cve)),
        isEol ? '2026-01-01' : null,
        isFixable ? '9.0' : null,
        revision,
      ],
    );
  };
  const exploit = async (cve: string, isExploited: boolean) => {
    if (isExploited) model.exploited.add(cve);
    else model.exploited.delete(cve);
    await sql('update cves set exploited_on = $2 where cve_id = $1', [cve, isExploited ? '2026-11-01' : null]);
    await sql('update catalog_revision set revision = revision + 1');
  };
  for (const name of applicationNames)
    for (const version of versionNumbers)
      await judge({ application: name, version, cves: [], zeroDays: [], isEol: false, isFixable: false });

  const customerId = manager.customerId ?? '';
  const count = async () => {
    // A customer rests after a count; the test does not. Whoever looks is at work all the while.
    app.clock.now = new Date(app.clock.now.getTime() + 120_000);
    await manager.call(session.ehlo, {}, { [wire.activeHeader]: '1' });
    await recount.run({ customerId }, jobTools(app));
  };
  await count();
  await haveOwnRevisions(sql);
  const listed = (await manager.call(applications.list)).body.applications;
  if (listed.length !== applicationNames.length) throw new Error('The fleet was not counted');
  return { model, agents, upload, judge, exploit, count, sql, applicationIds, all, customerId };
};
export type FleetWorld = Awaited<ReturnType<typeof fleetWorld>>;
