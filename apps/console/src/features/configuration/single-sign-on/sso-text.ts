import type { SsoCheck } from '@patchkeep/contract/single-sign-on';

export const checkText: Record<SsoCheck['check'], string> = {
  reachable: 'The identity provider answers',
  issuer: 'It calls itself by the issuer that you wrote',
  endpoints: 'It says where to sign in',
  pkce: 'It takes a challenge with the code (PKCE, S256)',
  algorithms: 'It signs in a way that is safe',
  keys: 'Its keys can be read',
  client: 'It knows the client and its secret',
  signInAddress: 'The address to sign in at is safe',
  returnAddress: 'Our own address is safe',
  certificateDates: 'A certificate is good today and in 30 days',
  keySizes: 'The keys are long enough',
  domain: 'A proven domain signs in by it',
  groups: 'Groups are mapped',
};

/** The certificates in a text, each on its own; a text without marks is one, for the server to judge. */
export const certificatesIn = (text: string): string[] => {
  const marked = text.split(/(?=-----BEGIN )/).filter((part) => part.trim() !== '');
  return marked.map((part) => part.trim());
};
