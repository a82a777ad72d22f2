import type { Principal } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { UserRow } from '../identity.tables.ts';
import { connectionOfSession } from '../sessions.queries.ts';
import { findUser } from '../users.queries.ts';
import type { SignedFacts } from './id-token.rules.ts';
import type { SsoRefused } from './sso-refusal.service.ts';
import { findConnection, findIdentity } from './sso.queries.ts';
import type { ConnectionRow } from './sso.tables.ts';

type Owner = Pick<Principal, 'customerId' | 'sessionId' | 'userId'>;

/** The identity provider that can say anew who has this session: the one that it was made through, and no other. */
export const provingConnection = async (
  tx: Tx,
  { customerId, sessionId }: Pick<Owner, 'customerId' | 'sessionId'>,
): Promise<ConnectionRow | undefined> => {
  const connectionId = await connectionOfSession(tx, customerId, sessionId);
  return connectionId === null ? undefined : findConnection(tx, customerId, connectionId);
};

/** Whose session it is, if the one who signed in anew is the same person. */
export const provedUser = async (
  tx: Tx,
  { customerId, userId }: Owner,
  connectionId: string,
  facts: SignedFacts,
): Promise<{ user: UserRow } | { refused: SsoRefused }> => {
  const identity = await findIdentity(tx, { customerId, connectionId }, facts);
  if (identity?.user_id !== userId) return { refused: { reason: 'otherPerson' } };
  const user = await findUser(tx, customerId, userId);
  return user && user.disabled_at === null ? { user } : { refused: { reason: 'disabled' } };
};
