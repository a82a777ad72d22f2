import { dayMs, hourMs } from '@patchkeep/rules/time-units';
import { z } from 'zod';
import type { Config } from '../../platform/config/config.ts';
import { globalQueries } from '../../platform/db/global.ts';
import { enterSites, type Tx, withTenantRetrying } from '../../platform/db/tenant.ts';
import { inJob } from '../../platform/job-context.ts';
import { enqueue, job, type JobTools } from '../../platform/jobs/jobs.ts';
import type { MailSettings } from '../../platform/mail/mailer.ts';
import { listCustomerIds, listSiteIds } from '../tenants/public.ts';
import type { AlertScope } from './alerts.tables.ts';
import { beginCheck, isOpenKind, writeCheck } from './findings.repository.ts';
import { findInSite, findInSystem } from './findings.service.ts';
import { hasReaders, selectScopes, selectUnreported, selectUntold } from './mails.repository.ts';
import { dueMonth } from './report-mail.rules.ts';
import { findReport } from './report-mail.service.ts';
import { findAlerts, tell } from './tell.service.ts';

/** Findings that were resolved so long ago are told by no mail any more. */
const keptMs = 90 * dayMs;

export const mailAlerts = {
  name: 'mail-alerts',
  payload: z.object({ customerId: z.uuid() }),
};

const checkScope = async (tx: Tx, scope: AlertScope, config: Config, { clock, isSigning }: JobTools): Promise<void> => {
  const now = clock();
  const { customerId, siteId } = scope;
  await enterSites(tx, { customerId, siteIds: siteId === null ? [] : [siteId], actorId: null });
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  if (!(await beginCheck(tx, scope, { now, hour }))) return;
  const wasSilent = await isOpenKind(tx, scope, 'silent');
  const found = await inJob(tx, { customerId, siteId: siteId ?? '', now, isSigning }, (context) =>
    siteId === null ? findInSystem(context, config) : findInSite(context, wasSilent),
  );
  await writeCheck(tx, scope, found, { now, forgetBefore: new Date(now.getTime() - keptMs) });
};

/**
 * Every hour, after issues were followed: looks at each site that somebody wants alerts about. Mails are queued also
 * where nothing is new, so that those which a dead process left are sent.
 */
export const checkAlerts = (config: Config, mail: MailSettings | undefined) =>
  job({
    name: 'check-alerts',
    payload: z.object({}),
    cron: '22 * * * *',
    async run(_payload, tools) {
      // Without a mail server nobody would be told, and what is found now would be old once there is one.
      if (!mail) return;
      const { pool, clock, log } = tools;
      for (const customerId of await listCustomerIds(globalQueries(pool)))
        try {
          const tenant = { customerId, siteIds: [], actorId: null };
          const scopes = await withTenantRetrying(pool, tenant, (tx) => selectScopes(tx, customerId));
          for (const scope of scopes)
            await withTenantRetrying(pool, tenant, (tx) => checkScope(tx, scope, config, tools));
          await withTenantRetrying(pool, tenant, async (tx) => {
            if (await hasReaders(tx, customerId))
              await enqueue(tx, mailAlerts, { customerId }, { key: `mail-alerts-${customerId}`, runAt: clock() });
          });
        } catch (err) {
          log.error({ customerId, err }, 'alerts could not be checked');
        }
    },
  });

/** Tells everybody of a customer what they have not been told. One who cannot be told keeps no other from it. */
export const sendAlerts = (mail: MailSettings | undefined) =>
  job({
    ...mailAlerts,
    async run({ customerId }, tools) {
      if (!mail) throw new Error('There is no mail server in the settings of this worker');
      const tenant = { customerId, siteIds: [], actorId: null };
      const month = dueMonth(tools.clock());
      const { untold, unreported } = await withTenantRetrying(tools.pool, tenant, async (tx) => {
        await enterSites(tx, { ...tenant, siteIds: await listSiteIds(tx, customerId) });
        return {
          untold: await selectUntold(tx, customerId),
          unreported: month === undefined ? [] : await selectUnreported(tx, customerId, month.from),
        };
      });
      const failures: unknown[] = [];
      const note = (error: unknown) => void failures.push(error);
      for (const told of untold) await tell(told, findAlerts(mail.publicUrl), mail, tools).catch(note);
      for (const told of unreported) await tell(told, findReport(mail.publicUrl, tools), mail, tools).catch(note);
      // The queue tries again, and sends only what is left.
      if (failures.length > 0) throw new AggregateError(failures, 'Not everybody could be told');
    },
  });
