import type { SsoCheck } from '@patchkeep/contract/single-sign-on';
import type { Context } from '../../../platform/context.ts';
import { withTenant } from '../../../platform/db/tenant.ts';
import { EgressFailure } from '../../../platform/egress/egress.ts';
import { notFound } from '../../../platform/errors.ts';
import { clientOf } from './code-flow.service.ts';
import { tokenAlgorithms } from './id-token.rules.ts';
import { descriptionAddress, type ProviderDescription } from './provider.service.ts';
import { returnAddressOf } from './return-address.rules.ts';
import { samlChecks } from './saml/saml-connection.service.ts';
import type { SsoTools } from './sign-in.service.ts';
import { findConnection, listDomains, listMappings } from './sso.queries.ts';
import type { ConnectionRow } from './sso.tables.ts';

type Tools = Pick<SsoTools, 'pool' | 'providers' | 'rows' | 'publicOrigin'>;
const kinds = new Set(['RSA', 'EC', 'OKP']);

/** Runs a look at the other side; what fails is a check that is not good. */
const look = async (check: SsoCheck['check'], work: () => Promise<Omit<SsoCheck, 'check'>>): Promise<SsoCheck> => {
  try {
    return { check, ...(await work()) };
  } catch (error) {
    if (error instanceof EgressFailure) return { check, isGood: false, detail: error.message };
    throw error;
  }
};

const checksOfDescription = (found: ProviderDescription, issuer: string): SsoCheck[] => {
  const methods = found.code_challenge_methods_supported;
  const algorithms = found.id_token_signing_alg_values_supported ?? ['RS256'];
  const usable = algorithms.filter((each) => tokenAlgorithms.some((known) => known === each));
  return [
    {
      check: 'issuer',
      isGood: found.issuer === issuer,
      detail: found.issuer === issuer ? issuer : `It calls itself ${found.issuer}. Write the issuer exactly so.`,
    },
    {
      check: 'endpoints',
      isGood: true,
      detail: `Browsers go to ${new URL(found.authorization_endpoint).host}, the server to ${new URL(found.token_endpoint).host}.`,
    },
    {
      check: 'pkce',
      // Left out by some that do support it.
      isGood: methods === undefined || methods.includes('S256'),
      detail: methods === undefined ? 'Not said.' : methods.join(', '),
    },
    { check: 'algorithms', isGood: usable.length > 0, detail: algorithms.join(', ') },
  ];
};

const checksOf = async (tools: Tools, connection: ConnectionRow): Promise<SsoCheck[]> => {
  const { providers, publicOrigin } = tools;
  const read: { found?: ProviderDescription } = {};
  const reachable = await look('reachable', async () => {
    read.found = await providers.describe(connection.issuer, 0);
    return { isGood: true, detail: descriptionAddress(connection.issuer) };
  });
  const { found } = read;
  if (!found) return [reachable];
  const keys = await look('keys', async () => {
    const listed = await providers.keysAt(found.jwks_uri, 0);
    const usable = listed.filter(({ kty, use }) => kinds.has(kty ?? '') && use !== 'enc');
    return { isGood: usable.length > 0, detail: `Keys for signatures: ${usable.length}.` };
  });
  const client = await look('client', async () => {
    const returnAddress = returnAddressOf(publicOrigin, connection.connection_id);
    const { error } = await providers.tryClient(found, clientOf(tools.rows, connection), returnAddress);
    // A wrong code is what we sent; anything else is about the client.
    const isGood = error === 'invalid_grant';
    return { isGood, detail: isGood ? 'The client is known.' : `The identity provider says ${error ?? 'nothing'}.` };
  });
  return [reachable, ...checksOfDescription(found, connection.issuer), keys, client];
};

export const testConnection = async (
  context: Context,
  tools: Tools,
  connectionId: string,
): Promise<{ checks: SsoCheck[] }> => {
  const { customerId, userId } = context.principal;
  // In a transaction of its own: the identity provider is asked afterwards, and nothing stays open meanwhile.
  const found = await withTenant(tools.pool, { customerId, siteIds: [], actorId: userId }, async (tx) => {
    const connection = await findConnection(tx, customerId, connectionId);
    const proven = (await listDomains(tx, customerId)).filter(
      (domain) => domain.connection_id === connectionId && domain.verified_at !== null,
    );
    const groups = (await listMappings(tx, customerId, connectionId)).length;
    return connection && { connection, domains: proven.map(({ domain }) => domain), groups };
  });
  if (!found) throw notFound();
  const { connection, ...known } = found;
  const { publicOrigin } = tools;
  return {
    checks: connection.is_saml
      ? samlChecks(connection, { ...known, publicOrigin, now: context.now })
      : await checksOf(tools, connection),
  };
};
