import { dayMs } from '@patchkeep/rules/time-units';
import { z } from 'zod';
import { globalQueries } from '../../../platform/db/global.ts';
import { withTenant } from '../../../platform/db/tenant.ts';
import { enqueue, job, type JobTools } from '../../../platform/jobs/jobs.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { recordAct } from '../../audit/public.ts';
import { listCustomerIds } from '../../tenants/public.ts';
import { listSystemAdministrators } from '../users/administrators.service.ts';
import type { TextRecords } from './domain-proof.service.ts';
import { afterLook, lapsesAt, proofIn } from './domain-record.rules.ts';
import { recordNameOf, recordTextOf } from './domain.rules.ts';
import { domainMail } from './mail-domain.rules.ts';
import { findDomain, listDomainsToLookAt } from './sso.queries.ts';
import { leaveDomain, lockDomain, updateDomain } from './sso.repository.ts';
import type { DomainRow } from './sso.tables.ts';

/** A proven domain is looked at once a week, as long as its record is there. */
const lookEveryMs = 7 * dayMs;

const tellDomain = {
  name: 'tell-domain',
  payload: z.object({ customerId: z.uuid(), domainId: z.uuid(), at: z.iso.datetime() }),
};

/** No request stands behind the act, and nobody: the server has looked. */
const byServer = (now: Date) => ({ requestId: 'recheck-domains', ip: '', instanceId: null, now });

const lookAt = async (row: DomainRow, records: TextRecords, { pool, clock }: JobTools): Promise<void> => {
  // Asked outside of any transaction: DNS may take seconds.
  const proof = proofIn(await records(recordNameOf(row.domain)), row.challenge);
  const customerId = row.customer_id;
  await withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
    const current = await lockDomain(tx, row);
    // Removed, or proven anew, while DNS was asked.
    if (!current || current.verified_at === null || current.checked_at?.getTime() !== row.checked_at?.getTime()) return;
    const now = clock();
    const { change, tell } = afterLook(current, proof, now);
    if (Object.keys(change).length > 0) await updateDomain(tx, current, change);
    if (tell === 'lapsed') await leaveDomain(tx, current);
    if (tell === undefined) return;
    await recordAct(tx, byServer(now), {
      customerId,
      siteId: null,
      actorId: null,
      credentialId: null,
      verb: `domain.${tell}`,
      objectKind: 'domain',
      objectId: row.domain_id,
      after: { domain: row.domain },
    });
    const told = { customerId, domainId: row.domain_id, at: now.toISOString() };
    await enqueue(tx, tellDomain, told, { key: `domain ${row.domain_id} ${told.at}`, runAt: now });
  });
};

/** Looks for the records of proven domains. One that stays missing for 30 days ends the proof. */
export const recheckDomains = (records: TextRecords) =>
  job({
    name: 'recheck-domains',
    payload: z.object({}),
    cron: '40 4 * * *',
    async run(_payload, tools) {
      const before = new Date(tools.clock().getTime() - lookEveryMs);
      for (const customerId of await listCustomerIds(globalQueries(tools.pool))) {
        const due = await withTenant(tools.pool, { customerId, siteIds: [], actorId: null }, (tx) =>
          listDomainsToLookAt(tx, customerId, before),
        );
        for (const row of due) await lookAt(row, records, tools);
      }
    },
  });

/** Tells every system administrator that the record of a domain is missing, or that the domain stopped counting. */
export const tellDomainRecord = (mail: { mailer: Mailer; publicUrl: string } | undefined) =>
  job({
    ...tellDomain,
    async run({ customerId, domainId, at }, { pool }) {
      if (!mail) return;
      const { row, administrators } = await withTenant(
        pool,
        { customerId, siteIds: [], actorId: null },
        async (tx) => ({
          row: await findDomain(tx, customerId, domainId),
          administrators: await listSystemAdministrators(tx, customerId),
        }),
      );
      // Found again, or removed, before the mail was sent.
      if (!row || (row.verified_at !== null && row.missing_since === null)) return;
      for (const { user_id, long_name: name, username: address } of administrators) {
        const words = domainMail({
          longName: name,
          domain: row.domain,
          recordName: recordNameOf(row.domain),
          recordText: recordTextOf(row.challenge),
          lapses: lapsesAt(row),
          link: new URL('/#/configuration?tab=single-sign-on', mail.publicUrl).href,
        });
        // A mail that is sent twice after a failure has one name, so that the mailbox shows it once.
        await mail.mailer.send({ id: `${domainId}-${at}-${user_id}`, to: { name, address }, ...words });
      }
    },
  });
