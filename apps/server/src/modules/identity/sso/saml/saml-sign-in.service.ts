import { deflateRawSync } from 'node:zlib';
import { hourMs } from '@patchkeep/rules/time-units';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../../platform/db/tables.ts';
import { countUse } from '../../factors/spent.repository.ts';
import type { SignedFacts } from '../id-token.rules.ts';
import { returnAddressOf } from '../return-address.rules.ts';
import type { SsoRefused } from '../sso-refusal.service.ts';
import type { SsoTicket } from '../sso-ticket.factory.ts';
import type { ConnectionRow } from '../sso.tables.ts';
import { authnRequest, entityIdOf } from './saml-addresses.rules.ts';
import { readSamlResponse } from './saml-response.service.ts';

/** The address that a browser is sent to, with the request in it (HTTP-Redirect). */
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
  });
  address.searchParams.set('SAMLRequest', deflateRawSync(request).toString('base64'));
  address.searchParams.set('RelayState', ticket.state);
  return address;
};

/** What the identity provider says of who came, or why it is not believed. An assertion counts once. */
export const redeemSaml = async (
  { db, publicOrigin }: { db: Kysely<Tables>; publicOrigin: string | undefined },
  connection: ConnectionRow,
  ticket: SsoTicket,
  response: string,
  now: Date,
): Promise<{ facts: SignedFacts } | { refused: SsoRefused }> => {
  const { connection_id: connectionId } = connection;
  const judged = readSamlResponse(response, connection.certificates ?? [], {
    issuer: connection.issuer,
    entityId: entityIdOf(publicOrigin, connectionId),
    consumerAddress: returnAddressOf(publicOrigin, connectionId),
    requestId: ticket.requestId,
    subjectAttribute: connection.subject_attribute,
    groupsAttribute: connection.groups_claim,
    begun: ticket.begun,
    now,
  });
  if ('refusal' in judged) {
    const { refusal, ...more } = judged;
    return { refused: { reason: refusal, ...more } };
  }
  const { assertionId, ...facts } = judged.facts;
  // After an hour it is refused by its own times.
  const uses = await countUse(db, `saml|${connectionId}|${assertionId}`, new Date(now.getTime() + hourMs));
  return uses === 1 ? { facts } : { refused: { reason: 'replayed' } };
};
