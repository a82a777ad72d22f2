import { randomUUID } from 'node:crypto';
import { enterSites, type Tx, withTenant } from '../../platform/db/tenant.ts';
import type { JobTools } from '../../platform/jobs/jobs.ts';
import { isRefusedMail } from '../../platform/mail/mail-failure.rules.ts';
import type { Handover, Mail, MailSettings } from '../../platform/mail/mailer.ts';
import { findRecipient, type Recipient } from '../identity/public.ts';
import { findCustomer, findSite } from '../tenants/public.ts';
import { alertMail, choicesLink } from './alert-mail.rules.ts';
import { findCheck, selectNews } from './findings.queries.ts';
import { kindsFor } from './findings.rules.ts';
import { changeMailRow, type MailChange, type TakenRow, takeMailRow, type Told } from './mails.repository.ts';

/** A mail that is due, with what its sending writes down and what a refusal takes back. */
export interface Due {
  words: Pick<Mail, 'subject' | 'text' | 'html' | 'attachments'>;
  sent: MailChange;
  refused: MailChange;
}
/** What a row moves on to where there is nothing to tell. */
export type NothingDue = { skipped: MailChange };

/** Finds out what is due to somebody; undefined when nothing is. */
export type FindDue = (
  tx: Tx,
  told: Told,
  row: TakenRow,
  recipient: Recipient,
) => Promise<Due | NothingDue | undefined>;

/**
 * Sends one mail at most once. The row of who is told is taken, the rights are those of this moment, and all but the last
 * line goes to the mail server. Then the row is committed as told, and only then the last line follows: a process that
 * dies before has sent nothing, and one that dies later finds the row moved on.
 */
export const tell = async (
  told: Told,
  findDue: FindDue,
  { mailer, publicUrl }: MailSettings,
  { pool, bus, clock, log }: JobTools,
): Promise<void> => {
  const { customerId, siteId, userId } = told;
  const tenant = { customerId, siteIds: siteId === null ? [] : [siteId], actorId: null };
  const end = async (set: MailChange): Promise<void> => {
    await withTenant(pool, tenant, (tx) => changeMailRow(tx, told, set));
    await bus.publish([{ customerId, thing: 'alertChoice', id: userId }]);
  };
  let handover: Handover | undefined;
  let refused: MailChange | undefined;
  try {
    await withTenant(pool, tenant, async (tx) => {
      const row = await takeMailRow(tx, told);
      const recipient = row && (await findRecipient(tx, customerId, userId, siteId));
      if (!row || !recipient) return;
      await enterSites(tx, tenant);
      const due = await findDue(tx, told, row, recipient);
      if (!due) return;
      if ('skipped' in due) return changeMailRow(tx, told, due.skipped);
      const to = { name: recipient.longName, address: recipient.address };
      const listUnsubscribe = choicesLink(publicUrl);
      handover = await mailer.begin({ id: randomUUID(), to, listUnsubscribe, ...due.words });
      refused = due.refused;
      await changeMailRow(tx, told, { ...due.sent, mailed_at: clock(), outcome: 'unanswered' });
    });
  } catch (error) {
    handover?.abort();
    throw error;
  }
  if (!handover) return;
  try {
    await handover.finish();
  } catch (err) {
    log.warn({ customerId, err }, 'a mail was not taken by the mail server');
    if (!isRefusedMail(err)) return;
    await end({ ...refused, outcome: 'refused' });
    throw err;
  }
  await end({ outcome: 'sent' });
};

/** Alerts that somebody has not been told of. */
export const findAlerts =
  (publicUrl: string): FindDue =>
  async (tx, told, row, recipient) => {
    const check = await findCheck(tx, told);
    if (!row.has_alerts || !check || (row.told_until !== null && row.told_until >= check.checked_at)) return undefined;
    const kinds = kindsFor({ ...recipient, siteId: told.siteId });
    const news = (await selectNews(tx, told, row.told_until)).filter(({ kind }) => kinds.includes(kind));
    const moved = { told_until: check.checked_at };
    if (news.length === 0) return { skipped: moved };
    const { customerId, siteId } = told;
    const place = siteId === null ? await findCustomer(tx, customerId) : await findSite(tx, customerId, siteId);
    const words = alertMail({
      longName: recipient.longName,
      placeName: place?.name ?? '',
      siteId,
      checkedAt: check.checked_at,
      news: news.map(({ kind, facts, resolved_at }) => ({ kind, facts, isResolved: resolved_at !== null })),
      totals: check.totals,
      unansweredAt: row.outcome === 'unanswered' ? row.mailed_at : null,
      publicUrl,
    });
    return { words, sent: moved, refused: { told_until: row.told_until } };
  };
