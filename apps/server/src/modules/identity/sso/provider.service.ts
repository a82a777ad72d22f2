import type { JWK } from 'jose';
import { z } from 'zod';
import { BoundedMap } from '../../../platform/bounded-map.ts';
import { type Egress, type EgressCall, EgressFailure } from '../../../platform/egress/egress.ts';
import type { ExpectedToken, JudgedToken } from './id-token.rules.ts';
import { readIdToken } from './id-token.service.ts';

/** Browsers are sent to some of these: nothing but the web. */
const address = z.url({ protocol: /^https?$/ }).max(1_000);
const description = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  /** What does not fit is none: signing in must not depend on it. */
  end_session_endpoint: address.optional().catch(undefined),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
export type ProviderDescription = z.output<typeof description>;

/** Keys of other kinds, such as those for encryption, may stand beside; one of another form is left out. */
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });
const tokenAnswer = z.object({ id_token: z.string().max(100_000) });

/** What was fetched is good for so long, and an unknown key makes it fetch anew no more often than this. */
const [goodForMs, againAfterMs] = [10 * 60_000, 60_000];
const maxRemembered = 200;

export interface ProviderClient {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
}

const parse = <T>(schema: z.ZodType<T>, text: string, what: string): T => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new EgressFailure(`${what} is not JSON`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new EgressFailure(`${what} does not fit: ${result.error.issues[0]?.path.join('.') ?? ''}`);
};

export const descriptionAddress = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

const formText = (value: string): string => encodeURIComponent(value).replaceAll('%20', '+');

/** Talks to identity providers, by the one way out. Remembers what they say of themselves for a few minutes. */
export const identityProviders = (egress: Egress, clock: () => Date) => {
  const fetched = new BoundedMap<string, { at: number; text: string }>(maxRemembered);
  const get = async (from: string, maxAgeMs: number): Promise<string> => {
    const now = clock().getTime();
    const known = fetched.get(from);
    if (known && now - known.at < maxAgeMs) return known.text;
    const { status, text } = await egress({ address: from });
    if (status !== 200)
      throw new EgressFailure(`${new URL(from).host} answered ${status} for ${new URL(from).pathname}`);
    fetched.set(from, { at: now, text });
    return text;
  };
  const describe = async (issuer: string, maxAgeMs = goodForMs): Promise<ProviderDescription> =>
    parse(description, await get(descriptionAddress(issuer), maxAgeMs), 'The description of the identity provider');

  /** The description of this very issuer: another one would let its owner answer for this one. */
  const discover = async (issuer: string): Promise<ProviderDescription> => {
    const found = await describe(issuer);
    if (found.issuer !== issuer) throw new EgressFailure(`The identity provider calls itself ${found.issuer}`);
    return found;
  };
  const keysAt = async (from: string, maxAgeMs = goodForMs): Promise<JWK[]> =>
    parse(keySet, await get(from, maxAgeMs), 'The list of keys').keys;

  const tokenCall = (
    { token_endpoint, token_endpoint_auth_methods_supported: methods }: ProviderDescription,
    { clientId, clientSecret }: ProviderClient,
    fields: Record<string, string>,
  ): EgressCall => {
    const isInBody = methods !== undefined && !methods.includes('client_secret_basic');
    const secretFields = clientSecret !== null && isInBody ? { client_secret: clientSecret } : {};
    const body = new URLSearchParams({ ...fields, client_id: clientId, ...secretFields }).toString();
    const basic = Buffer.from(`${formText(clientId)}:${formText(clientSecret ?? '')}`).toString('base64');
    return {
      address: token_endpoint,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(clientSecret !== null && !isInBody && { authorization: `Basic ${basic}` }),
      },
      body,
    };
  };

  return {
    discover,
    describe,
    keysAt,
    /** The answer to a code that cannot be right tells whether the client and its secret are known there. */
    async tryClient(of: ProviderDescription, client: ProviderClient, returnAddress: string) {
      const fields = {
        grant_type: 'authorization_code',
        code: 'test',
        redirect_uri: returnAddress,
        code_verifier: 'test',
      };
      const { status, text } = await egress(tokenCall(of, client, fields));
      return { status, error: parse(z.object({ error: z.string().optional() }), text, 'The answer').error };
    },
    /** Trades the code for the ID token, and reads that. The token itself is what ends the session there later. */
    async redeem(
      client: ProviderClient,
      given: { code: string; verifier: string; returnAddress: string },
      expected: ExpectedToken,
    ): Promise<JudgedToken & { token: string }> {
      const found = await discover(client.issuer);
      const fields = {
        grant_type: 'authorization_code',
        code: given.code,
        redirect_uri: given.returnAddress,
        code_verifier: given.verifier,
      };
      const { status, text } = await egress(tokenCall(found, client, fields));
      if (status !== 200) throw new EgressFailure(`The identity provider refused the code with ${status}`);
      const { id_token: token } = parse(tokenAnswer, text, 'The answer of the identity provider');
      const judged = await readIdToken(token, await keysAt(found.jwks_uri), expected);
      const isUnknown = 'refusal' in judged && judged.refusal === 'unknownKey';
      const read = isUnknown ? await readIdToken(token, await keysAt(found.jwks_uri, againAfterMs), expected) : judged;
      return { ...read, token };
    },
  };
};
export type IdentityProviders = ReturnType<typeof identityProviders>;
