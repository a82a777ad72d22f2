import { deflateRawSync } from 'node:zlib';
import { hourMs } from '@patchkeep/rules/time-units';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../../platform/db/tables.ts';
import { countUse } from '../../factors/spent.repository.ts';
import type { Redeemed } from '../code-flow.service.ts';
import { returnAddressOf } from '../return-address.rules.ts';
import type { SsoTicket } from '../sso-ticket.factory.ts';
import type { ConnectionRow } from '../sso.tables.ts';
import { authnRequest, entityIdOf } from './saml-addresses.rules.ts';
import { readSamlResponse } from './saml-response.service.ts';

/** Puts a request into the address that a browser is sent to (HTTP-Redirect). */
export const withRequest = (address: URL, request: string, state: string): URL => {
  address.searchParams.set('SAMLRequest', deflateRawSync(request).toString('base64'));
  address.searchParams.set('RelayState', state);
  return address;
};

/** The address that a browser is sent to, with the request in it. */
export const samlRequestAddress = (
  { connection_id, sign_in_address }: ConnectionRow,
  ticket: SsoTicket,
  publicOrigin: string | undefined,
): URL => {
  const address = new URL(sign_in_address ?? '');
  const request = authnRequest({
    requestId: ticket.requestId,
    now: ticket.begun,
    signInAddress: sign_in_address ?? '',
    consumerAddress: returnAddressOf(publicOrigin, connection_id),
    entityId: entityIdOf(publicOrigin, connection_id),
    isForced: ticket.purpose === 'prove',
  });
  return withRequest(address, request, ticket.state);
};

/** What the identity provider says of who came, or why it is not believed. An assertion counts once. */
export const redeemSaml = async (
  { db, publicOrigin }: { db: Kysely<Tables>; publicOrigin: string | undefined },
  connection: ConnectionRow,
  ticket: SsoTicket,
  response: string,
  now: Date,
): Promise<Redeemed> => {
  const { connection_id: connectionId } = connection;
  const judged = readSamlResponse(response, connection.certificates ?? [], {
    issuer: connection.issuer,
    entityId: entityIdOf(publicOrigin, connectionId),
    consumerAddress: returnAddressOf(publicOrigin, connectionId),
    requestId: ticket.requestId,
    subjectAttribute: connection.subject_attribute,
    groupsAttribute: connection.groups_claim,
    isProof: ticket.purpose === 'prove',
    begun: ticket.begun,
    now,
  });
  if ('refusal' in judged) {
    const { refusal, ...more } = judged;
    return { refused: { reason: refusal, ...more } };
  }
  const { assertionId, session, ...facts } = judged.facts;
  // After an hour it is refused by its own times.
  const uses = await countUse(db, `saml|${connectionId}|${assertionId}`, new Date(now.getTime() + hourMs));
  return uses === 1 ? { facts, signOutHint: session && JSON.stringify(session) } : { refused: { reason: 'replayed' } };
};
