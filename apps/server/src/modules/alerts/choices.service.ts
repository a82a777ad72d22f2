import { type AlertChoice, type alertChoices, alertLimits, type TestMail } from '@patchkeep/contract/alerts';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { sitePermission } from '@patchkeep/contract/rights';
import { has } from '@patchkeep/rules/permissions';
import { monthsUpTo } from '@patchkeep/rules/report-period';
import type { Context } from '../../platform/context.ts';
import { forbidden, invalid, tooMany } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { findUser, inNamedSite, listUsableSites } from '../identity/public.ts';
import type { AlertScope } from './alerts.tables.ts';
import { askForTest, type ChoiceRow, findTest, saveChoice, selectChoices } from './choices.repository.ts';
import { testMail } from './test-mail.jobs.ts';

type Wanted = Received<typeof alertChoices.save>['body'];

const present = (row: ChoiceRow | undefined): AlertChoice => ({
  hasAlerts: row?.has_alerts ?? false,
  hasReport: row?.has_report ?? false,
  lastMail: row?.mailed_at && row.outcome ? { at: row.mailed_at.toISOString(), outcome: row.outcome } : null,
});

const presentTest = (row: Awaited<ReturnType<typeof findTest>>): TestMail | null => {
  if (!row) return null;
  const state = row.failure === null ? 'sent' : 'failed';
  return { asked: row.asked_at.toISOString(), state: row.ended_at === null ? 'waiting' : state, failure: row.failure };
};

/** What the caller chose, of every site that they may be told of. */
export const readChoices = async (
  { tx, principal }: Context,
  isMailing: boolean,
): Promise<Returned<typeof alertChoices.read>> => {
  const { customerId, userId } = principal;
  const user = await findUser(tx, customerId, userId);
  if (!user) throw forbidden('There is no such user');
  const rows = new Map((await selectChoices(tx, customerId, userId)).map((row) => [row.scope_id, row]));
  const sites = (await listUsableSites(tx, customerId, user)).filter(
    (site) => site.is_detection_module_enabled && has(site.permissions, sitePermission.FullRead),
  );
  return {
    isMailing,
    address: user.username,
    sites: sites.map(({ site_id, name }) => ({
      siteAccountUuid: site_id,
      siteName: name,
      ...present(rows.get(site_id)),
    })),
    system: user.is_system_admin ? present(rows.get(customerId)) : null,
    testMail: presentTest(await findTest(tx, customerId, userId)),
  };
};

const save = async (context: Context, scope: AlertScope, wanted: Wanted): Promise<void> => {
  const { tx, now, principal } = context;
  const [month] = monthsUpTo(1, now);
  await saveChoice(tx, scope, { userId: principal.userId, ...wanted, reportFrom: month?.from ?? '', now });
  context.emit({ thing: 'alertChoice', id: principal.userId });
};

export const chooseForSite = async (context: Context, siteId: string, wanted: Wanted): Promise<void> => {
  const there = await inNamedSite(context, siteId, 'canViewResults');
  await save(there, { customerId: context.principal.customerId, scopeId: siteId, siteId }, wanted);
};

export const chooseForSystem = async (context: Context, wanted: Wanted): Promise<void> => {
  const { customerId } = context.principal;
  await save(context, { customerId, scopeId: customerId, siteId: null }, wanted);
};

/** The mail is sent by a worker: only workers talk to the outside. */
export const askForTestMail = async ({ tx, now, principal }: Context, isMailing: boolean): Promise<void> => {
  if (!isMailing) throw invalid('There is no mail server');
  const { customerId, userId } = principal;
  const notSince = new Date(now.getTime() - alertLimits.testEveryMs);
  if (!(await askForTest(tx, { customerId, userId, now, notSince }))) throw tooMany(alertLimits.testEveryMs / 1_000);
  await enqueue(tx, testMail, { customerId, userId }, { key: `test-mail-${userId}`, runAt: now, maxAttempts: 1 });
};
