import { randomUUID } from 'node:crypto';
import { apiTokens } from '@patchkeep/contract/api-tokens';
import { applications } from '@patchkeep/contract/applications';
import { approvalCalls } from '@patchkeep/contract/approvals';
import { approvalSettings } from '@patchkeep/contract/change-sets';
import { configuration } from '@patchkeep/contract/configuration';
import { corrections } from '@patchkeep/contract/corrections';
import { dashboards, dashboardTokens } from '@patchkeep/contract/dashboards';
import { factors } from '@patchkeep/contract/factors';
import { groups } from '@patchkeep/contract/groups';
import { ignoreRules } from '@patchkeep/contract/ignore-rules';
import { patching, patchingDefaults } from '@patchkeep/contract/patching';
import { restartDefaults, restarts } from '@patchkeep/contract/restarts';
import { savedViews } from '@patchkeep/contract/saved-views';
import { session } from '@patchkeep/contract/session';
import { sites } from '@patchkeep/contract/sites';
import { tags } from '@patchkeep/contract/tags';
import pg from 'pg';
import { insertTasks, updateTasks } from '../modules/patching/tasks/tasks.repository.ts';
import { recount } from '../modules/results/public.ts';
import { withTenant } from '../platform/db/tenant.ts';
import { copy, TestAgent } from './agent.ts';
import { testApp, type TestClient } from './app.ts';
import { plantCanaries } from './canary.ts';
import type { TestDatabase } from './database.ts';
import { jobTools, matchNew } from './jobs.ts';
import { clientHash } from './world.ts';

const report = {
  showExceptionModal: true,
  exceptionTitle: 'Error' as const,
  exceptionDescription: 'x',
  requiresLogin: false,
  requiresReload: false,
  showStandardMessage: true,
  rawException: 'x',
};

/** Decides for a site, and for the system as its only administrator may. */
const decide = async (canary: TestClient): Promise<void> => {
  const params = { type: 'block' };
  const wuaKey = 'kb:10000';
  await canary.call(approvalCalls.site.wua.change, { params, body: { siteApprovals: [{ wuaKey }], reason: 'x' } });
  await canary.call(approvalSettings.update, {
    body: { level: 'system', isFourEyesRequired: false, serialNumber: 0 },
  });
  const body = { systemApprovals: [{ wuaKey }], reason: 'x' };
  const { previewToken } = (await canary.call(approvalCalls.system.wua.preview, { params, body })).body;
  const { status } = await canary.call(approvalCalls.system.wua.change, { params, body: { ...body, previewToken } });
  if (status !== 200) throw new Error(`The canary could not decide for the system: ${status}`);
};

/** Runs statements about one customer, in turn. */
const runAll = async (client: pg.Client, customerId: string, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await client.query(statement, [customerId]);
};

/** Mails that the canary chose not to get, with what would be in them. */
const chooseMails = async (client: pg.Client, customerId: string): Promise<void> => {
  const place = `select customer_id, customer_id, user_id`;
  const ofUsers = `from users where customer_id = $1`;
  await runAll(client, customerId, [
    `insert into alert_choices (customer_id, scope_id, user_id, has_alerts, has_report, report_from, chosen_at)
     ${place}, false, false, now(), now() ${ofUsers}`,
    `insert into alert_mails (customer_id, scope_id, user_id, outcome) ${place}, 'sent' ${ofUsers}`,
    `insert into mail_tests (customer_id, user_id, asked_at, failure)
     select customer_id, user_id, now(), 'silent' ${ofUsers}`,
    `insert into alert_checks (customer_id, scope_id, checked_at, totals) values ($1, $1, now(), '{}')`,
    `insert into alert_findings (customer_id, scope_id, kind, subject, facts, found_at)
     values ($1, $1, 'feed', 'x', '{}', now())`,
  ]);
};

/** Single sign-on with rows in each of its tables; no domain of it is proven. */
const connectProvider = async (client: pg.Client, customerId: string): Promise<void> => {
  await runAll(client, customerId, [
    `insert into connections (customer_id, connection_id, name, issuer, client_id, groups_claim, is_required,
       serial_number, created_at)
     values ($1, $1, 'x', 'https://idp.example', 'x', 'groups', false, 1, now())`,
    `insert into domains (customer_id, domain_id, domain, challenge, created_at)
     values ($1, $1, 'canary.example', 'x', now())`,
    `insert into scim_tokens (customer_id, token_id, connection_id, secret_hash, made_by, created_at)
     select customer_id, customer_id, customer_id, '\\x00', user_id, now() from users where customer_id = $1 limit 1`,
    `insert into scim_users (customer_id, user_id, connection_id, user_name, external_id, issuer, is_active,
       is_made_here, attributes, created_at, changed_at)
     select customer_id, user_id, customer_id, 'x', 'x', 'https://idp.example', true, false, '{"userName": "x"}', now(),
       now() from users where customer_id = $1 limit 1`,
    `insert into scim_groups (customer_id, group_id, connection_id, display_name, external_id, created_at, changed_at)
     values ($1, $1, $1, 'x', 'x', now(), now())`,
    `insert into scim_group_members (customer_id, group_id, user_id)
     select customer_id, customer_id, user_id from scim_users where customer_id = $1`,
    `insert into external_identities (customer_id, connection_id, issuer, subject, external_id, user_id, created_at)
     select customer_id, customer_id, 'https://idp.example', 'x', 'x', user_id, now() from users where customer_id = $1 limit 1`,
    `insert into role_mappings (customer_id, connection_id, group_name, site_id, permissions)
     select customer_id, customer_id, 'x', site_id, 1 from sites where customer_id = $1 limit 1`,
  ]);
};

/** Software of its own, with somebody who vouches for it. */
const bringSoftware = async (client: pg.Client, place: readonly unknown[]): Promise<void> => {
  await client.query(
    `insert into custom_configs (customer_id, site_id, config_id, title, spec, serial_number, release, changed_by,
       changed_at)
     values ($1, $2, $3, 'x', '{}', 1, 1, $3, now())`,
    [...place],
  );
  await client.query(
    `insert into custom_packages (customer_id, site_id, config_id, release, spec_tag, statement_hash, statement,
       approvers_version, approvals, needed_count, envelope, expires_at, made_at)
     values ($1, $2, $3, 1, 'x', '', 'x', 1, '[]', 1, 'x', now(), now())`,
    [...place],
  );
  await client.query(
    `insert into approver_statements (customer_id, site_id, version, statement, statement_hash, approvals, envelope,
       starts_at, made_by, made_at)
     values ($1, $2, 1, 'x', '', '[]', 'x', now(), $3, now())`,
    [...place],
  );
};

/**
 * Lets the canary customer use the product until every table has a row of it, then puts a token into each of its
 * texts. All tests run beside it, and their client throws when an answer carries one of its tokens. A new table
 * without a row here makes this throw: give the canary a life in it.
 */
export const raiseCanary = async (database: TestDatabase): Promise<void> => {
  const app = await testApp({ database });
  const canary = await app.signIn('canary');
  const own = (await canary.ehlo()).body;
  await canary.call(session.reportError, { body: report });
  await canary.call(sites.select, { params: { id: own.currentSite?.siteAccountUuid ?? '' } });
  const { secret } = (await canary.call(configuration.createInstallToken, { body: { name: 'x', useCap: 1 } })).body;
  await canary.call(apiTokens.create, { body: { name: 'x', permissions: 1, expiresInDays: 1 } });
  const { dashboardUuid } = (
    await canary.call(dashboards.create, { body: { name: 'x', config: { cards: [] }, isDefault: false } })
  ).body;
  await canary.call(dashboards.arrange, { params: { id: dashboardUuid }, body: { config: { cards: [] } } });
  await canary.call(dashboardTokens.create, { body: { name: 'x', dashboardUuid } });
  await canary.call(savedViews.create, {
    body: { name: 'x', of: { list: 'hosts', search: {} }, columns: { hidden: [], order: [] } },
  });
  // Never confirmed: the canary goes on to sign in by its password.
  const proof = { passwordHash: clientHash, passwordHashVersion: 1 as const };
  await canary.call(factors.setUp, { body: { name: 'x', proof } });
  await canary.call(groups.create, { body: { title: 'x' } });
  await canary.call(tags.create, { body: { tagName: 'x' } });
  const { serialNumber, hour, minute } = (await canary.call(configuration.readAgentSettings)).body;
  await canary.call(configuration.saveAgentSettings, {
    body: { serialNumber, hour, minute, daysOfWeek: 1, isAcceptanceRequired: false },
  });
  await canary.call(restarts.saveSettings, {
    body: { ...restartDefaults, minimumAgentVersion: '0', serialNumber: 0 },
  });
  await canary.call(patching.saveSettings, { body: { ...patchingDefaults, serialNumber: 0 } });
  const host = new TestAgent(app);
  host.software = [copy('Anything', '1')];
  const offer = {
    foundUpdateUuid: randomUUID(),
    kb: 1,
    title: 'x',
    classification: 'x',
    severity: 'x',
    isPending: false,
  };
  host.windowsUpdates = { installed: [], offers: [offer] };
  await host.enrol(secret);
  await host.upload();
  const tools = jobTools(app);
  await matchNew(app);
  const count = () => recount.run({ customerId: canary.customerId ?? '' }, tools);
  await count();
  const [application] = (await canary.call(applications.list)).body.applications;
  if (!application) throw new Error('The canary has no application');
  const { applicationId } = application;
  const { versions } = (await canary.call(applications.versions, { query: { applicationId } })).body;
  await canary.call(corrections.create, {
    body: { kind: 'isApplication', versionId: versions[0]?.versionId ?? 0, applicationId },
  });
  const siteId = own.currentSite?.siteAccountUuid ?? '';
  await withTenant(tools.pool, { customerId: host.customerUuid, siteIds: [siteId], actorId: null }, async (tx) => {
    const task = {
      customer_id: host.customerUuid,
      site_id: siteId,
      task_id: randomUUID(),
      host_id: host.agentUuid,
      kind: 0,
      channel_tag: 'x',
      from_version: 'x',
      to_version: 'x',
      statement_hash: null,
      options: { message: 'x' },
    };
    await insertTasks(tx, [task], app.clock.now);
    await updateTasks(tx, task.customer_id, [{ task, change: { pkg_result: 'x' } }]);
  });
  const day = 86_400_000;
  const expires = new Date(app.clock.now.getTime() + day).toISOString();
  const target = { applicationId };
  const rule = (await canary.call(ignoreRules.create, { body: { target, reasonKind: 'other', reason: 'x', expires } }))
    .body;
  await canary.call(ignoreRules.renew, { body: { ignoreRules: [rule.ignoreRuleUuid], expires, reason: 'x' } });
  await decide(canary);
  app.clock.now = new Date(app.clock.now.getTime() + day / 24);
  await count();
  await app.close();

  const client = new pg.Client(database.url('postgres'));
  await client.connect();
  await client.query(
    `insert into site_resources (customer_id, site_id, resource_id, sha256, filename, size, created_by, created_at)
     values ($1, $2, $3, '', 'x', 0, $3, now())`,
    [canary.customerId, own.currentSite?.siteAccountUuid, randomUUID()],
  );
  await client.query(
    `insert into audit_checkpoints (customer_id, chain_id, seq, hash, signed_at, envelope)
     values ($1, $1, 1, '', now(), 'x')`,
    [canary.customerId],
  );
  const place = [canary.customerId, own.currentSite?.siteAccountUuid, randomUUID()];
  await client.query(
    `insert into support_messages (customer_id, message_id, user_id, site_id, subject, message, attachments, created_at)
     select $1, $3, user_id, $2, 'x', 'x', '[{"name": "x"}]', now() from users where customer_id = $1 limit 1`,
    place,
  );
  await client.query(
    `insert into idempotent_calls (customer_id, token_id, key_hash, call_hash, status, answer, created_at)
     select customer_id, token_id, '', '', 200, 'x', now() from api_tokens where customer_id = $1`,
    place.slice(0, 1),
  );
  await client.query(
    `insert into plan_states (customer_id, site_id, seen, is_complete, planned_at) values ($1, $2, 'x', true, now())`,
    place.slice(0, 2),
  );
  await client.query(
    `insert into goals (customer_id, site_id, goal_id, title, comment, action, channel_tag, version, host_nos, host_count,
       written_count, task_count, created_by, created_at, is_completed)
     values ($1, $2, $3, 'x', 'x', 1, 'x', 'x', '', 0, 0, 0, $3, now(), true)`,
    place,
  );
  await client.query(
    `insert into goal_actions (customer_id, site_id, goal_id, action_no, action_id, kind, channel_tag, version,
       is_enabled, priority, achieved_nos, spent_nos, idle_nos)
     values ($1, $2, $3, 1, $3, 1, 'x', 'x', true, 0, '', '', '')`,
    place,
  );
  await client.query(
    `insert into deployment_choices (customer_id, site_id, channel_tag, choices_id, choices, config_tag, config_tag_seq,
       serial_number, changed_by, changed_at)
     values ($1, $2, 'x', $3, '{}', 'x', 0, 1, $3, now())`,
    place,
  );
  await client.query(
    `insert into goal_targets (customer_id, site_id, goal_id, kind, target_id, host_nos)
     values ($1, $2, $3, 1, $3, '')`,
    place,
  );
  await client.query(
    `insert into restart_requests (customer_id, site_id, request_id, restart_tag_id, asked_at, deadline, asked_by,
       host_nos, done_count)
     values ($1, $2, $3, $3, now(), now(), $3, '', 0)`,
    place,
  );
  await bringSoftware(client, place);
  await chooseMails(client, canary.customerId ?? '');
  await connectProvider(client, canary.customerId ?? '');
  const bare = await plantCanaries(client, canary.customerId ?? '');
  await client.end();
  if (bare.length > 0) throw new Error(`The canary has nothing in ${bare.join(', ')}`);
};
