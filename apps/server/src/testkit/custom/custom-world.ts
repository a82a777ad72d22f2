import { generateKeyPairSync } from 'node:crypto';
import { agentApi, type workResults } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { approverKeys, customSoftware } from '@patchkeep/contract/custom-software';
import { goals } from '@patchkeep/contract/goals';
import { sealApprovals, signWithFile } from '@patchkeep/orders/custom/approval';
import { firstApproversWait, followApprovers } from '@patchkeep/orders/custom/approvers';
import { customPackage } from '@patchkeep/orders/custom/custom-package';
import { rawKey } from '@patchkeep/orders/envelope';
import { type Accepted, type Delivery, judge } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { planGoals } from '../../modules/deployments/public.ts';
import { verify } from '../../modules/patching/public.ts';
import { copy, facts, TestAgent } from '../agent.ts';
import { jobTools } from '../jobs.ts';
import { customApp, examinedFile } from './custom-software.ts';

/** What every host has. */
export const other = () => copy('Anything', '1.0');
/** As the list of a host shows it. */
export const tool = { by: 'name', name: 'House tool', version: '2.0' };
/** An action of a job. */
export const run = (customDeploymentConfigUuid: string, more: object = {}) => ({
  actionType: 'Custom',
  customDeploymentConfigUuid,
  ...more,
});

const setUp = async () => {
  const { app, signer } = await customApp();
  const postgres = app.database.pool('postgres');
  const sql = async (text: string, values: unknown[] = []) => (await postgres.query(text, values)).rows;
  const newcomer = await app.signIn('admin');
  const siteId = (await newcomer.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  const [row] = await sql('select customer_id from sites where site_id = $1', [siteId]);
  const place = { customerId: String(row.customer_id), siteId };
  const { secret } = (await newcomer.call(configuration.createInstallToken, { body: { name: 't', useCap: 9 } })).body;
  // The approver's key is in a file: with a passkey, signing in would ask for it as well.
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const [{ user_id: holder }] = await sql(`select user_id from users where username = 'admin@ours.example'`);
  const fileKeys = [{ userAccountUuid: String(holder), x: rawKey(key) }];
  const named = await newcomer.call(approverKeys.name, { body: { threshold: 1, keyIds: [], fileKeys } });
  if (named.status !== 200) throw new Error(`Nobody was named: ${JSON.stringify(named.body)}`);
  const enrolled = async (more: object = {}) => {
    const agent = new TestAgent(app);
    agent.facts = facts(more);
    await agent.enrol(secret);
    agent.software = [other()];
    await agent.upload();
    return agent;
  };
  const host = await enrolled();
  /** Its agent does not say whom it believes. */
  const old = await enrolled();
  const linux = await enrolled({ os: { family: 'linux', name: 'Debian 13', version: '13', architecture: 'x64' } });
  // The first approvers count three days later.
  app.clock.now = new Date(app.clock.now.getTime() + firstApproversWait + 60_000);
  for (const agent of [host, linux]) await agent.checkIn({ approversVersion: 1 });
  await old.checkIn();
  return { app, signer, postgres, sql, place, key, host, old, linux, admin: await app.signIn('admin') };
};

/** A site whose approver is one person with a key in a file, and hosts that know it. */
export const customWorld = async () => {
  const parts = await setUp();
  const { app, signer, postgres, sql, place, key, host, admin } = parts;

  const shows = async (...software: TestAgent['software']) => {
    host.software = software;
    if ((await host.upload()).status !== 200) throw new Error('The inventory was not taken');
  };
  const plan = () => planGoals.run({}, jobTools(app));
  const prove = () => verify.run({ customerId: place.customerId }, jobTools(app));

  /** Nothing is left of tests before. */
  const forget = async () => {
    const ours = [place.customerId];
    await sql('delete from tasks where customer_id = $1', ours);
    await sql('delete from goals where customer_id = $1', ours);
    await sql('delete from host_files where customer_id = $1', ours);
    await sql('delete from custom_configs where customer_id = $1', ours);
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    await shows(other());
  };

  const save = async (title: string, more: object = {}, filenames = ['tool.msi', 'answers.xml']) => {
    const files: string[] = [];
    for (const each of filenames) files.push(await examinedFile(postgres, place, each));
    const taskSpec = { files, mainFile: files[0], installArguments: ['SERVER=a b'], removeArguments: [], ...more };
    const { status, body } = await admin.call(customSoftware.save, { body: { title, taskSpec } as never });
    if (status !== 200) throw new Error(`It was not saved: ${JSON.stringify(body)}`);
    return body.customDeploymentConfig;
  };
  const sign = async (id: string) => {
    const params = { id };
    const { statement, statementHash, isTitleAsked } = (await admin.call(customSoftware.prepare, { params })).body;
    const by = signWithFile(customPackage.type, statement, key);
    const { title } = JSON.parse(statement);
    const given = { statementHash, signed: sealApprovals(customPackage.type, statement, [by]) };
    const { status, body } = await admin.call(customSoftware.sign, {
      params,
      body: { ...given, ...(isTitleAsked && { title }) },
    });
    if (status !== 200) throw new Error(`It was not signed: ${JSON.stringify(body)}`);
    return body.customDeploymentConfig;
  };
  const signed = async (title: string, more: object = {}, filenames?: string[]) =>
    sign((await save(title, more, filenames)).customDeploymentConfigUuid);

  const make = async (actions: object[], agents = [host], more: object = {}, by = admin) => {
    const body = { title: 'House', actions, hosts: agents.map((each) => each.agentUuid), ...more } as never;
    const { status, body: answer } = await by.call(goals.deploy, { body });
    await plan();
    return { status, ...(answer as { code?: number; message?: string; goalUuid: string; agentCount: number }) };
  };
  const goalOf = async (id: string) => (await admin.call(goals.read, { params: { id } })).body.goal;
  /** How far the first action is on a host. */
  const verdict = async (id: string, agent = host) => {
    const { body } = await admin.call(goals.hosts, { params: { id }, query: {} });
    return body.hosts.find((each) => each.agentUuid === agent.agentUuid)?.actions[0];
  };
  const activities = async () => (await admin.call(goals.activities, { query: {} })).body.activities;
  const tasks = (columns: string) =>
    sql(`select ${columns} from tasks where customer_id = $1 order by created_at, task_id`, [place.customerId]);
  const filesOf = async (agent = host): Promise<string[]> =>
    (await sql(`select encode(sha256, 'hex') as sha from host_files where host_id = $1`, [agent.agentUuid]))
      .map((row) => String(row.sha))
      .toSorted();

  const deliveries = async (agent = host): Promise<Delivery[]> => {
    const asked = await agent.send(agent.sign(agentApi.work, { lineage: agent.lineage, approversVersion: 1 }));
    return asked.body.deliveries;
  };
  /** As a host does: it follows who vouches, and judges what it is told by nothing else. */
  const accepted = async (delivery: Delivery | undefined): Promise<Accepted> => {
    if (!delivery) throw new Error('Nothing was delivered');
    const root = readRoot(signer.root);
    const statements = await sql('select envelope from approver_statements where site_id = $1', [place.siteId]);
    const texts = statements.map((row) => String(row.envelope));
    const now = app.clock.now.getTime();
    const approvers = followApprovers(texts, { site: place.siteId, root }, now, true);
    const nothingYet = { siteVersion: 0, incarnation: 0, sequence: 0, releases: {}, latest: 0 };
    const trust = { agent: host.agentUuid, site: place.siteId, root, ...nothingYet, approvers };
    return judge(delivery, trust, { refusedKinds: [], refusedChannels: [] }, now);
  };
  /** What the host has in hand ends so. */
  const ends = async (result: (typeof workResults)[number] = 'tentative', more: object = {}) => {
    const [task] = await sql('select task_id, attempt, epoch from tasks where host_id = $1 and state = 1', [
      host.agentUuid,
    ]);
    const told = { task: task.task_id, attempt: task.attempt, epoch: task.epoch, endedAt: app.clock.now.toISOString() };
    const results = [{ ...told, result, pkgResult: 'Success', exitCode: 0, cause: '', isDiskFull: false, ...more }];
    const { status } = await host.send(host.sign(agentApi.results, { lineage: host.lineage, results }));
    if (status !== 200) throw new Error('The result was not taken');
  };
  const ofJobs = { make, goalOf, verdict, activities, tasks, plan, prove };
  return { ...parts, shows, forget, save, sign, signed, ...ofJobs, filesOf, deliveries, accepted, ends };
};
export type CustomWorld = Awaited<ReturnType<typeof customWorld>>;
