import type { Tx } from '../../platform/db/tenant.ts';
import type { ErrorReportRow, SessionRow } from './identity.tables.ts';

export const insertSession = async (tx: Tx, row: SessionRow): Promise<void> => {
  await tx.insertInto('sessions').values(row).execute();
};

export const deleteSession = async (tx: Tx, customerId: string, sessionId: string): Promise<void> => {
  await tx.deleteFrom('sessions').where('customer_id', '=', customerId).where('session_id', '=', sessionId).execute();
};

/** After a restore: a session that was ended since the backup must not live again. */
export const endAllSessions = async (tx: Tx, customerId: string): Promise<void> => {
  await tx.deleteFrom('sessions').where('customer_id', '=', customerId).execute();
};

/** Ends all sessions of a user, or all but one. Returns the ids of those that ended. */
export const endSessionsOf = async (
  tx: Tx,
  customerId: string,
  userId: string,
  keptSessionId?: string,
): Promise<string[]> => {
  const ended = await tx
    .deleteFrom('sessions')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .$if(keptSessionId !== undefined, (query) => query.where('session_id', '!=', keptSessionId ?? ''))
    .returning('session_id')
    .execute();
  return ended.map(({ session_id }) => session_id);
};

/** Ends one session of a user. Returns whether there was one. */
export const endSessionOf = async (tx: Tx, customerId: string, userId: string, sessionId: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const deleteExpiredSessions = async (
  tx: Tx,
  customerId: string,
  now: Date,
  idleSince: Date,
): Promise<number> => {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('customer_id', '=', customerId)
    .where((each) => each.or([each('expires_at', '<=', now), each('active_at', '<=', idleSince)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
};

const updateSession = async (
  tx: Tx,
  customerId: string,
  sessionId: string,
  change: { active_at: Date } | { site_id: string } | { sid_hash: Buffer },
): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('session_id', '=', sessionId)
    .execute();
};

export const touchSession = (tx: Tx, customerId: string, sessionId: string, now: Date): Promise<void> =>
  updateSession(tx, customerId, sessionId, { active_at: now });

/**
 * Gives a session that was proved anew another cookie. The former one may read for a moment: other tabs have sent it.
 * False when another tab was first: the session has its new cookie already.
 */
export const renewSession = async (
  tx: Tx,
  { customerId, sessionId, now }: { customerId: string; sessionId: string; now: Date },
  hashes: { from: Buffer; to: Buffer },
  formerMs: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({
      proved_at: now,
      sid_hash: hashes.to,
      former_sid_hash: hashes.from,
      former_until: new Date(now.getTime() + formerMs),
    })
    .where('customer_id', '=', customerId)
    .where('session_id', '=', sessionId)
    .where('sid_hash', '=', hashes.from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const setSessionSite = (tx: Tx, customerId: string, sessionId: string, siteId: string): Promise<void> =>
  updateSession(tx, customerId, sessionId, { site_id: siteId });

/** The session goes on with another cookie; the one of before opens nothing. */
export const setSessionCookie = (tx: Tx, customerId: string, sessionId: string, sidHash: Buffer): Promise<void> =>
  updateSession(tx, customerId, sessionId, { sid_hash: sidHash });

/** Binds a tab to the site it shows. */
export const bindInstance = async (
  tx: Tx,
  row: { customer_id: string; session_id: string; instance_id: string; site_id: string | null; seen_at: Date },
): Promise<void> => {
  await tx
    .insertInto('session_instances')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'session_id', 'instance_id'])
        .doUpdateSet((each) => ({ site_id: each.ref('excluded.site_id'), seen_at: each.ref('excluded.seen_at') })),
    )
    .execute();
};

/** Keeps the most recently seen tabs of a session: a browser that reloads all day must not grow the table. */
export const dropOldInstances = async (tx: Tx, customerId: string, sessionId: string, keep: number): Promise<void> => {
  await tx
    .deleteFrom('session_instances')
    .where('customer_id', '=', customerId)
    .where('session_id', '=', sessionId)
    .where('instance_id', 'in', (query) =>
      query
        .selectFrom('session_instances')
        .select('instance_id')
        .where('customer_id', '=', customerId)
        .where('session_id', '=', sessionId)
        .orderBy('seen_at', 'desc')
        .offset(keep),
    )
    .execute();
};

export const insertErrorReport = async (tx: Tx, row: ErrorReportRow): Promise<void> => {
  await tx.insertInto('error_reports').values(row).execute();
};

export const deleteOldErrorReports = async (tx: Tx, customerId: string, before: Date): Promise<void> => {
  await tx.deleteFrom('error_reports').where('customer_id', '=', customerId).where('created_at', '<', before).execute();
};
