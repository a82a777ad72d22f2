import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import type { SupportMessageRow } from './support.tables.ts';

interface Writer {
  customerId: string;
  userId: string;
}

/** One at a time: messages that are sent at once are counted one after another. */
export const lockWriter = async (tx: Tx, { customerId, userId }: Writer): Promise<void> => {
  await sql`select from users where customer_id = ${customerId} and user_id = ${userId} for no key update`.execute(tx);
};

export const selectMessages = (tx: Tx, { customerId, userId }: Writer) =>
  tx
    .selectFrom('support_messages')
    .select(['message_id', 'subject', 'created_at', 'sent_at'])
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('message_id')
    .execute();

export const insertMessage = async (tx: Tx, row: SupportMessageRow): Promise<void> => {
  await tx
    .insertInto('support_messages')
    .values({ ...row, attachments: JSON.stringify(row.attachments) })
    .execute();
};

export const dropMessagesBefore = async (tx: Tx, customerId: string, before: Date): Promise<void> => {
  await tx
    .deleteFrom('support_messages')
    .where('customer_id', '=', customerId)
    .where('created_at', '<', before)
    .execute();
};

/** A message that waits to be mailed, with who wrote it and where. */
export const findWaiting = (tx: Tx, customerId: string, messageId: string) =>
  tx
    .selectFrom('support_messages as m')
    .innerJoin('users as u', (join) =>
      join.onRef('u.customer_id', '=', 'm.customer_id').onRef('u.user_id', '=', 'm.user_id'),
    )
    .innerJoin('customers as c', 'c.customer_id', 'm.customer_id')
    .leftJoin('sites as s', (join) =>
      join.onRef('s.customer_id', '=', 'm.customer_id').onRef('s.site_id', '=', 'm.site_id'),
    )
    .select(['m.subject', 'm.message', 'm.attachments', 'u.long_name', 'u.username'])
    .select(['c.name as customer_name', 's.name as site_name'])
    .where('m.customer_id', '=', customerId)
    .where('m.message_id', '=', messageId)
    .where('m.sent_at', 'is', null)
    .executeTakeFirst();
export type WaitingMessage = NonNullable<Awaited<ReturnType<typeof findWaiting>>>;

/** The mail server has it: text and files need not be kept. */
export const markSent = async (tx: Tx, customerId: string, messageId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('support_messages')
    .set({ sent_at: now, message: '', attachments: '[]' })
    .where('customer_id', '=', customerId)
    .where('message_id', '=', messageId)
    .execute();
};
