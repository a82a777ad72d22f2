import { randomBytes } from 'node:crypto';
import type { Answer } from '@patchkeep/contract/endpoint';
import type { session } from '@patchkeep/contract/session';
import type pg from 'pg';
import type { Principal } from '../../../platform/context.ts';
import { withTenant } from '../../../platform/db/tenant.ts';
import { EgressFailure } from '../../../platform/egress/egress.ts';
import type { RowSealer } from '../../../platform/sealed.ts';
import { findSignOutHint } from '../sessions.queries.ts';
import type { CodeTools } from './code-flow.service.ts';
import { provingConnection } from './provider-proof.service.ts';
import { signedOutAddressOf } from './return-address.rules.ts';
import { samlSignOutAddress } from './saml/saml-sign-out.service.ts';
import type { ConnectionRow } from './sso.tables.ts';

type Session = Pick<Principal, 'customerId' | 'sessionId'>;
type ProviderOfSession = Answer<typeof session.logout>['provider'];

const hintPlace = ({ customerId, sessionId }: Session) => ({
  customerId,
  table: 'sessions',
  column: 'sign_out_hint',
  rowId: sessionId,
});

/** A longer one does not fit in an address, which is where it goes. */
const hintMax = 6_000;

/** Keeps what ends the session at the identity provider. Who steals the database can end nobody's session with it. */
export const sealSignOutHint =
  (rows: RowSealer | undefined, hint: string | null) =>
  (of: Session): Buffer | null =>
    rows && hint !== null && hint.length <= hintMax ? rows.seal(hintPlace(of), Buffer.from(hint)) : null;

/** Where the browser ends its session at the identity provider (OpenID Connect RP-Initiated Logout). */
const codeSignOutAddress = async (
  { providers, publicOrigin }: Pick<CodeTools, 'providers' | 'publicOrigin'>,
  connection: ConnectionRow,
  hint: string | undefined,
  state: string,
): Promise<URL | undefined> => {
  // Signing out here must not fail because the identity provider is away.
  const found = await providers.discover(connection.issuer).catch((error: unknown) => {
    if (error instanceof EgressFailure) return undefined;
    throw error;
  });
  if (found?.end_session_endpoint === undefined) return undefined;
  const address = new URL(found.end_session_endpoint);
  if (hint !== undefined) address.searchParams.set('id_token_hint', hint);
  address.searchParams.set('client_id', connection.client_id ?? '');
  address.searchParams.set('post_logout_redirect_uri', signedOutAddressOf(publicOrigin));
  address.searchParams.set('state', state);
  return address;
};

/** Where somebody who signs out here goes on to sign out at the identity provider of the session. */
export const signOutThere = async (
  tools: Pick<CodeTools, 'providers' | 'publicOrigin' | 'rows'> & { pool: pg.Pool; clock: () => Date },
  of: Session,
): Promise<ProviderOfSession> => {
  const { customerId, sessionId } = of;
  const { connection, sealed } = await withTenant(
    tools.pool,
    { customerId, siteIds: [], actorId: null },
    async (tx) => ({
      connection: await provingConnection(tx, of),
      sealed: await findSignOutHint(tx, customerId, sessionId),
    }),
  );
  if (!connection) return null;
  const hint = sealed === null ? undefined : tools.rows?.open(hintPlace(of), sealed)?.toString('utf8');
  const state = randomBytes(16).toString('base64url');
  const address = connection.is_saml
    ? samlSignOutAddress(connection, hint, { publicOrigin: tools.publicOrigin, state, now: tools.clock() })
    : await codeSignOutAddress(tools, connection, hint, state);
  return { label: connection.name, address: address?.href ?? null, state };
};
