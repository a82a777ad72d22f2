import { randomUUIDv7 } from 'node:crypto';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import {
  type SupportContact,
  supportDocumentIds,
  supportLimits,
  type support as endpoints,
} from '@patchkeep/contract/support';
import { dayMs } from '@patchkeep/rules/time-units';
import type { Config } from '../../platform/config/config.ts';
import type { Context } from '../../platform/context.ts';
import { invalid, tooMany } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { recordActOfCaller } from '../audit/public.ts';
import { dropMessagesBefore, insertMessage, lockWriter, selectMessages } from './messages.repository.ts';
import { mailSupport } from './support.jobs.ts';

const keptDays = 90;

export const contactOf = (config: Config, isMailing: boolean): SupportContact => ({
  email: config.PATCHKEEP_SUPPORT_EMAIL ?? null,
  phone: config.PATCHKEEP_SUPPORT_PHONE ?? null,
  portalUrl: config.PATCHKEEP_SUPPORT_PORTAL ?? null,
  communityUrl: config.PATCHKEEP_SUPPORT_COMMUNITY ?? null,
  documents: supportDocumentIds.map((id) => ({ id, url: config.PATCHKEEP_SUPPORT_DOCUMENTS[id] ?? null })),
  isMessagePossible: isMailing && config.PATCHKEEP_SUPPORT_EMAIL !== undefined,
});

/** Who sends too many waits until the oldest of them is a day old. */
const refuseTooMany = async (context: Context): Promise<void> => {
  await lockWriter(context.tx, context.principal);
  const since = context.now.getTime() - dayMs;
  const recent = (await selectMessages(context.tx, context.principal)).filter(
    (row) => row.created_at.getTime() > since,
  );
  const oldest = recent.at(supportLimits.perDay - 1);
  if (oldest) throw tooMany(Math.ceil((oldest.created_at.getTime() - since) / 1_000));
};

/** Keeps the message and queues its mail: both, or neither. */
export const sendMessage = async (
  context: Context,
  isMessagePossible: boolean,
  { subject, message, attachments }: Received<typeof endpoints.send>['body'],
): Promise<void> => {
  if (!isMessagePossible) throw invalid('This server sends no messages: write to support by mail');
  const { tx, now, principal } = context;
  const { customerId, userId, siteId } = principal;
  await refuseTooMany(context);
  await dropMessagesBefore(tx, customerId, new Date(now.getTime() - keptDays * dayMs));
  const messageId = randomUUIDv7();
  await insertMessage(tx, {
    customer_id: customerId,
    message_id: messageId,
    user_id: userId,
    site_id: siteId,
    subject,
    message,
    attachments,
    created_at: now,
    sent_at: null,
  });
  await recordActOfCaller(context, {
    siteId: null,
    verb: 'support.send',
    objectKind: 'supportMessage',
    objectId: messageId,
    after: { subject, files: attachments.map(({ name }) => name) },
  });
  await enqueue(
    tx,
    mailSupport,
    { customerId, messageId },
    { key: `support ${messageId}`, runAt: now, maxAttempts: 25 },
  );
};

export const readMessages = async ({ tx, principal, now }: Context): Promise<Returned<typeof endpoints.messages>> => {
  const since = now.getTime() - keptDays * dayMs;
  const rows = await selectMessages(tx, principal);
  return {
    messages: rows
      .filter((row) => row.created_at.getTime() >= since)
      .map((row) => ({
        messageUuid: row.message_id,
        subject: row.subject,
        created: row.created_at.toISOString(),
        sent: row.sent_at?.toISOString() ?? null,
      })),
  };
};
