import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import { listUsersWith } from '../users.queries.ts';

/** A passkey of somebody who may do something at a site. */
export interface SigningPasskey {
  userId: string;
  userName: string;
  /** What its owner calls it. */
  label: string;
  credentialId: Buffer;
  publicKey: Buffer;
}

/** Passkeys of users who hold these bits at a site: of the customer's own people, because guests keep theirs at home. */
export const listPasskeysOfHolders = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  bits: number,
): Promise<SigningPasskey[]> => {
  const users = await listUsersWith(tx, customerId, siteId, bits);
  const rows = await tx
    .selectFrom('factors')
    .select(['user_id', 'name', 'credential_id', 'public_key'])
    .where('customer_id', '=', customerId)
    .where('user_id', '=', sql<string>`any(${users.map(({ user_id }) => user_id)}::uuid[])`)
    .where('confirmed_at', 'is not', null)
    .where('suspended_at', 'is', null)
    .orderBy('factor_id')
    .execute();
  return users.flatMap(({ user_id: userId, long_name: userName }) =>
    rows.flatMap((row) =>
      row.user_id === userId && row.credential_id && row.public_key
        ? [{ userId, userName, label: row.name, credentialId: row.credential_id, publicKey: row.public_key }]
        : [],
    ),
  );
};
