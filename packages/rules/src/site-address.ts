/** Addresses of the console end with the site that they are about: `/hosts?q=srv&site=ID`. No page reads it itself. */
const parameter = /[?&]site=([^&#]*)/;
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The site that an address names. A word that is no id names none. */
export const siteOf = (address: string): string | undefined => {
  const value = parameter.exec(address)?.[1]?.toLowerCase();
  return value !== undefined && id.test(value) ? value : undefined;
};

/** An address before and after its first question mark, which may have others behind it. */
export const partsOf = (address: string): { path: string; search: string } => {
  const at = address.indexOf('?');
  return at < 0 ? { path: address, search: '' } : { path: address.slice(0, at), search: address.slice(at + 1) };
};

export const withoutSite = (address: string): string => {
  const { path, search } = partsOf(address);
  const rest = search.split('&').filter((part) => part !== '' && !part.startsWith('site='));
  return rest.length > 0 ? `${path}?${rest.join('&')}` : path;
};

export const withSite = (address: string, site: string): string => {
  const rest = withoutSite(address);
  return `${rest}${rest.includes('?') ? '&' : '?'}site=${site}`;
};

/** A link to a page, for what the router does not draw itself. */
export const pageHref = (path: string, search: Record<string, string> = {}, site?: string): string => {
  const query = Object.entries(search)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&');
  const address = query === '' ? path : `${path}?${query}`;
  return `#${site === undefined ? address : withSite(address, site)}`;
};
