import { singleSignOn, type SsoConnection, ssoSignIn } from '@patchkeep/contract/single-sign-on';
import type { TestApp, TestClient } from '../app.ts';
import {
  type AuthnRequest,
  inBase64,
  readAuthnRequest,
  type Said,
  saidOf,
  type SamlKey,
  signedResponse,
} from './saml-provider.ts';
import { mapPatchers } from './sso-world.ts';

/** An identity provider as the product knows it: a name, an address for browsers, a key. It is never called. */
export interface SamlProvider {
  issuer: string;
  signInAddress: string;
  key: SamlKey;
}
export const samlProvider = (key: SamlKey, host = 'login.contoso.example'): SamlProvider => ({
  issuer: `https://${host}/metadata`,
  signInAddress: `https://${host}/sign-in?tenant=contoso`,
  key,
});

/** A connection by SAML whose group `patchers` may write in the first site of the administrator. */
export const connectSaml = async (
  admin: TestClient,
  { issuer, signInAddress, key }: SamlProvider,
  more: { name?: string; certificates?: string[]; subjectAttribute?: string | null } = {},
): Promise<SsoConnection> => {
  const { status, body } = await admin.call(singleSignOn.addConnection, {
    body: { kind: 'saml', name: 'Contoso', issuer, signInAddress, certificates: [key.certificate], ...more },
  });
  if (status !== 200) throw new Error(`The connection is not added: ${JSON.stringify(body)}`);
  return mapPatchers(admin, body);
};

/** Begins to sign in. Returns what the identity provider is asked, and what an honest one would say of the person. */
export const beginSaml = async (
  app: TestApp,
  client: TestClient,
  username: string,
  provider: SamlProvider,
): Promise<{ asked: AuthnRequest; said: Said }> => {
  const { status, body } = await client.call(ssoSignIn.begin, { body: { username } });
  if (status !== 200) throw new Error(`begin answered ${status} ${JSON.stringify(body)}`);
  return samlSpeech(app, body.address, username, provider);
};

/** What an identity provider is asked by an address, and what an honest one would answer. */
export const samlSpeech = (
  app: TestApp,
  address: string,
  username: string,
  { issuer }: SamlProvider,
): { asked: AuthnRequest; said: Said } => {
  const asked = readAuthnRequest(address);
  return { asked, said: saidOf(asked, { issuer, username, now: app.clock.now }) };
};

/** What the page of ours sends after the identity provider had the browser post. */
export const samlAnswer = ({ connectionUuid }: SsoConnection, { state }: AuthnRequest, xml: string) => ({
  connectionUuid,
  state,
  response: inBase64(xml),
});

/** Signs in from begin to end, with an identity provider that says `change` of the person. */
export const samlSignInAs = async (
  app: TestApp,
  { connection, provider }: { connection: SsoConnection; provider: SamlProvider },
  username: string,
  change: Partial<Said> = {},
): Promise<{ client: TestClient; status: number; body: unknown }> => {
  const client = app.anonymous();
  const { asked, said } = await beginSaml(app, client, username, provider);
  const xml = signedResponse({ ...said, ...change }, provider.key);
  const { status, body } = await client.call(ssoSignIn.finishSaml, { body: samlAnswer(connection, asked, xml) });
  return { client, status, body };
};
