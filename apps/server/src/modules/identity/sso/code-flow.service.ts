import type { Received } from '@patchkeep/contract/endpoint';
import type { ssoSignIn as endpoints } from '@patchkeep/contract/single-sign-on';
import { EgressFailure } from '../../../platform/egress/egress.ts';
import { Refusal } from '../../../platform/errors.ts';
import type { RowSealer } from '../../../platform/sealed.ts';
import type { SignedFacts } from './id-token.rules.ts';
import type { IdentityProviders, ProviderClient } from './provider.service.ts';
import { returnAddressOf } from './return-address.rules.ts';
import { type SsoRefused, ssoTexts } from './sso-refusal.service.ts';
import { challengeOf, type SsoTicket } from './sso-ticket.factory.ts';
import type { ConnectionRow } from './sso.tables.ts';

export interface CodeTools {
  providers: IdentityProviders;
  /** Absent without a data key: then no client secret can be kept or read. */
  rows: RowSealer | undefined;
  /** The address that users type; without it no identity provider knows where to send browsers back to. */
  publicOrigin: string | undefined;
}

export const secretPlace = ({ customer_id, connection_id }: ConnectionRow) => ({
  customerId: customer_id,
  table: 'connections',
  column: 'client_secret',
  rowId: connection_id,
});

/** The connection as the provider knows it; a secret that cannot be opened is none. */
export const clientOf = (rows: RowSealer | undefined, row: ConnectionRow): ProviderClient => ({
  issuer: row.issuer,
  clientId: row.client_id ?? '',
  clientSecret:
    row.client_secret === null ? null : (rows?.open(secretPlace(row), row.client_secret)?.toString('utf8') ?? null),
});

/** Where the browser asks for a code. */
export const codeRequestAddress = async (
  { providers, publicOrigin }: CodeTools,
  connection: ConnectionRow,
  ticket: SsoTicket,
  username: string,
): Promise<URL> => {
  const found = await providers.discover(connection.issuer).catch((error: unknown) => {
    if (error instanceof EgressFailure) throw new Refusal(502, ssoTexts.unreachable);
    throw error;
  });
  const address = new URL(found.authorization_endpoint);
  const asked = {
    response_type: 'code',
    client_id: connection.client_id ?? '',
    redirect_uri: returnAddressOf(publicOrigin, connection.connection_id),
    scope: 'openid profile email',
    state: ticket.state,
    nonce: ticket.nonce,
    code_challenge: challengeOf(ticket.verifier),
    code_challenge_method: 'S256',
    login_hint: username,
    // Two ways to say it: some identity providers know one of them only. What counts is the time in the token.
    ...(ticket.purpose === 'prove' && { prompt: 'login', max_age: '0' }),
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return address;
};

export type CodeAnswer = Received<typeof endpoints.finish>['body'];
/** Who came, and what the identity provider knows their session there by, if it said so. */
export type Redeemed = { facts: SignedFacts; signOutHint: string | null } | { refused: SsoRefused };

/** What the identity provider says of who came, or why it is not believed. */
export const redeemCode = async (
  { providers, rows, publicOrigin }: CodeTools,
  connection: ConnectionRow,
  ticket: SsoTicket,
  { code, iss, error }: CodeAnswer,
  now: Date,
): Promise<Redeemed> => {
  try {
    const client = clientOf(rows, connection);
    const found = await providers.discover(connection.issuer);
    const isIssMissing = iss === undefined && found.authorization_response_iss_parameter_supported === true;
    if (isIssMissing || (iss !== undefined && iss !== connection.issuer)) return { refused: { reason: 'mixUp' } };
    if (error !== undefined || code === undefined) return { refused: { reason: 'denied', detail: error ?? 'no code' } };
    const judged = await providers.redeem(
      client,
      { code, verifier: ticket.verifier, returnAddress: returnAddressOf(publicOrigin, connection.connection_id) },
      {
        issuer: connection.issuer,
        clientId: client.clientId,
        nonce: ticket.nonce,
        groupsClaim: connection.groups_claim,
        isProof: ticket.purpose === 'prove',
        begun: ticket.begun,
        now,
      },
    );
    if ('facts' in judged) return { facts: judged.facts, signOutHint: judged.token };
    const { refusal, minutesOff } = judged;
    return { refused: { reason: refusal, ...(minutesOff !== undefined && { minutesOff }) } };
  } catch (thrown) {
    if (thrown instanceof EgressFailure) return { refused: { reason: 'unreachable', detail: thrown.message } };
    throw thrown;
  }
};
