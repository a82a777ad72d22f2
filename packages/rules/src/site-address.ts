/** Addresses of the console end with the site that they are about: `/hosts?q=srv&site=ID`. No page reads it itself. */
const parameter = /[?&]site=([^&#]*)/;
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The site that an address names. A word that is no id names none. */
export const siteOf = (address: string): string | undefined => {
  const value = parameter.exec(address)?.[1]?.toLowerCase();
  return value !== undefined && id.test(value) ? value : undefined;
};

export const withoutSite = (address: string): string => {
  const at = address.indexOf('?');
  if (at < 0) return address;
  const [path, search] = [address.slice(0, at), address.slice(at + 1)];
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
