import type { Answer, Call } from '@patchkeep/contract/endpoint';
import { ssoReturnPath, ssoSignIn as endpoints } from '@patchkeep/contract/single-sign-on';
import type { Caller } from '../lib/call.ts';
import { asFailure } from '../lib/failure.ts';
import { reasonOf } from './login-flow.ts';

export type SsoOffer = Answer<typeof endpoints.ways>['singleSignOn'];
export type SsoAnswer = Call<typeof endpoints.finish>['body'] | Call<typeof endpoints.finishSaml>['body'];

/** Only what looks like an address is worth asking about. */
export const isAddress = (text: string): boolean => {
  const [local, domain, ...rest] = text.trim().split('@');
  return Boolean(local) && rest.length === 0 && domain !== undefined && /^[^.\s]+(?:\.[^.\s]+)+$/.test(domain);
};

/** What the organisation of an address offers; a question that fails offers nothing, the password still works. */
export const askWays = async (call: Caller, username: string): Promise<SsoOffer> => {
  try {
    return (await call(endpoints.ways, { body: { username: username.trim() } }, { retries: 0 })).singleSignOn;
  } catch {
    return null;
  }
};

/** The server's own sentence, where it wrote one for who signs in. */
const sentences: readonly number[] = [400, 403, 502];
const sentenceOf = (thrown: unknown): string => {
  const failure = asFailure(thrown);
  return sentences.includes(failure.type) ? failure.message : reasonOf(thrown);
};

/** Where the browser goes on, or why it does not. */
export const beginSso = async (call: Caller, username: string): Promise<{ address: string } | { refusal: string }> => {
  try {
    return await call(endpoints.begin, { body: { username: username.trim() } }, { retries: 0 });
  } catch (thrown) {
    return { refusal: sentenceOf(thrown) };
  }
};

/** What the server was posted by the identity provider (SAML) and wrote into this page. */
export const postedIn = (page: Document): { [name in 'SAMLResponse' | 'RelayState']: string } | undefined => {
  const of = (name: string) => page.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;
  const [SAMLResponse, RelayState] = [of('SAMLResponse'), of('RelayState')];
  return SAMLResponse === undefined || RelayState === undefined ? undefined : { SAMLResponse, RelayState };
};

/** What an identity provider sent along with the browser; undefined on every other address. */
export const ssoAnswerIn = (
  { pathname, search }: { pathname: string; search: string },
  posted?: ReturnType<typeof postedIn>,
): SsoAnswer | undefined => {
  if (!pathname.startsWith(`${ssoReturnPath}/`)) return undefined;
  const connectionUuid = pathname.slice(ssoReturnPath.length + 1);
  if (posted) return { connectionUuid, state: posted.RelayState, response: posted.SAMLResponse };
  const sent = new URLSearchParams(search);
  const part = (name: 'code' | 'iss' | 'error') => {
    const value = sent.get(name);
    return value === null || value === '' ? {} : { [name]: value };
  };
  return {
    connectionUuid,
    state: sent.get('state') ?? '',
    ...part('code'),
    ...part('iss'),
    ...part('error'),
  };
};

export type SsoEnd = { step: 'signedIn' | 'linked' | 'proved' } | { step: 'refused'; message: string };

export const finishSso = async (call: Caller, answer: SsoAnswer): Promise<SsoEnd> => {
  try {
    return 'response' in answer
      ? await call(endpoints.finishSaml, { body: answer }, { retries: 0 })
      : await call(endpoints.finish, { body: answer }, { retries: 0 });
  } catch (thrown) {
    return { step: 'refused', message: sentenceOf(thrown) };
  }
};
