import { canonicalUsername } from '@patchkeep/rules/password';

/** What the owner of a domain publishes, and under which name. */
export const recordNameOf = (domain: string): string => `_patchkeep.${domain}`;
export const recordTextOf = (challenge: string): string => `patchkeep-domain=${challenge}`;

/** The domain of an address in the spelling of DNS; undefined for what is no address. */
export const domainOf = (username: string): string | undefined => {
  const [local, domain, ...rest] = canonicalUsername(username).split('@');
  if (!local || !domain || rest.length > 0 || !/^[^\s/:?#[\]@\\%]+$/.test(domain)) return undefined;
  const url = `http://${domain}/`;
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host) && !/^[\d.]+$/.test(host) ? host : undefined;
};
