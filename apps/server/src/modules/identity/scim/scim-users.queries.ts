import { isId } from '@patchkeep/rules/ids';
import { canonicalUsername } from '@patchkeep/rules/password';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import { type OfConnection, provisionedUsers } from '../provisioned.queries.ts';
import { filterOf, type PageAsked, rowsOfPage } from './scim-page.queries.ts';

const withAccounts = (tx: Tx, of: OfConnection) =>
  provisionedUsers(tx, of).innerJoin('users as u', (join) =>
    join.onRef('u.customer_id', '=', 's.customer_id').onRef('u.user_id', '=', 's.user_id'),
  );

const columns = [
  's.customer_id',
  's.user_id',
  's.connection_id',
  's.user_name',
  's.external_id',
  's.is_active',
  's.disabled_at as disabled_here_at',
  's.is_made_here',
  's.attributes',
  's.created_at',
  's.changed_at',
  'u.username',
  'u.disabled_at',
  'u.is_system_admin',
  'u.is_break_glass',
  'u.password_digest',
] as const;

export const findScimUser = (tx: Tx, of: OfConnection, userId: string) =>
  withAccounts(tx, of).select(columns).where('s.user_id', '=', userId).executeTakeFirst();
export type ScimUserWithAccount = NonNullable<Awaited<ReturnType<typeof findScimUser>>>;

const none = sql<boolean>`false`;
const asText = (value: string | boolean): string => String(value);
const asId = (value: string | boolean): string | undefined =>
  typeof value === 'string' && isId(value) ? value.toLowerCase() : undefined;

const userConditions: Record<string, (value: string | boolean) => RawBuilder<boolean>> = {
  id: (value) => (asId(value) === undefined ? none : sql`s.user_id = ${asId(value)}`),
  username: (value) => sql`s.user_name = ${canonicalUsername(asText(value))}`,
  externalid: (value) => sql`s.external_id = ${asText(value)}`,
  active: (value) => sql`(s.is_active and u.disabled_at is null) = ${asText(value).toLowerCase() === 'true'}::boolean`,
  displayname: (value) => sql`lower(s.attributes->>'displayName') = ${asText(value).toLowerCase()}`,
};
userConditions['emails'] = (value) =>
  sql`exists (select from jsonb_array_elements(coalesce(s.attributes->'emails', '[]')) e
    where lower(e->>'value') = ${asText(value).toLowerCase()})`;
userConditions['emails.value'] = userConditions['emails'];

export const listScimUsers = async (tx: Tx, of: OfConnection, page: PageAsked) => {
  const asked = filterOf(userConditions, page.conditions).reduce(
    (query, condition) => query.where(condition),
    withAccounts(tx, of),
  );
  const { total } = await asked.select((each) => each.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await rowsOfPage(asked.select(columns).orderBy('s.created_at').orderBy('s.user_id'), page);
  return { rows, total: Number(total) };
};

/** Users of the connection among these ids. */
export const knownScimUsers = async (tx: Tx, of: OfConnection, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await provisionedUsers(tx, of).select('s.user_id').where('s.user_id', 'in', ids).execute();
  return new Set(rows.map(({ user_id }) => user_id));
};

/** Somebody else of the connection with this name or external id. */
export const findScimTwin = (
  tx: Tx,
  of: OfConnection,
  { userName, externalId, userId }: { userName: string; externalId: string | null; userId: string | null },
) =>
  provisionedUsers(tx, of)
    .select('s.user_id')
    .where((each) => each.or([each('s.user_name', '=', userName), each('s.external_id', '=', externalId)]))
    .$if(userId !== null, (query) => query.where('s.user_id', '!=', userId ?? ''))
    .executeTakeFirst();

/** Who has signed in through the connection as the person that SCIM calls so. */
export const findSignedIn = (
  tx: Tx,
  { customerId, connectionId }: OfConnection,
  { issuer, externalId }: { issuer: string; externalId: string },
) =>
  tx
    .selectFrom('external_identities')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('connection_id', '=', connectionId)
    .where('issuer', '=', issuer)
    .where(sql<boolean>`coalesce(external_id, subject) = ${externalId}`)
    .executeTakeFirst();
