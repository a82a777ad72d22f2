import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { appendLines } from './append-lines.ts';
import { signerFolder } from './keys.ts';

/** A site that the signer does not know, when it takes no more of them today. */
export class UnknownSite extends Error {}

const dayMs = 86_400_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface KnownSite {
  site: string;
  /** When the server first spoke for it, in milliseconds; 0 for those that an operator or an older release entered. */
  firstUsedAt: number;
}

/** The sites that were ever directed or entered: by the list, and by the keys of directors that older releases made. */
export const readKnownSites = (folder: string): KnownSite[] => {
  const files = signerFolder(folder);
  const listed = existsSync(files.knownSites) ? readFileSync(files.knownSites, 'utf8').split('\n') : [];
  const directed = existsSync(dirname(files.directorOf(''))) ? readdirSync(dirname(files.directorOf(''))) : [];
  const sites = new Map<string, KnownSite>();
  for (const line of listed) {
    const [site = '', firstUsedAt = '0'] = line.split(' ');
    if (uuid.test(site)) sites.set(site, { site, firstUsedAt: Number(firstUsedAt) || 0 });
  }
  for (const name of directed) {
    const site = name.replace(/\.pem$/, '');
    if (uuid.test(site) && !sites.has(site)) sites.set(site, { site, firstUsedAt: 0 });
  }
  return [...sites.values()];
};

/** Appended and on the disk before the site is spoken for. */
export const writeKnownSites = (folder: string, sites: readonly KnownSite[]): void => {
  appendLines(
    signerFolder(folder).knownSites,
    sites.map(({ site, firstUsedAt }) => `${site} ${firstUsedAt}`),
  );
};

/** What an operator does: these sites need not wait for a place among the new ones of a day. */
export const addSites = (folder: string, sites: readonly string[]): void => {
  const wrong = sites.find((site) => !uuid.test(site));
  if (sites.length === 0) throw new Error('Name at least one site by its identifier.');
  if (wrong !== undefined) throw new Error(`Name sites by their identifiers: "${wrong}" is none.`);
  const known = new Set(readKnownSites(folder).map(({ site }) => site));
  writeKnownSites(
    folder,
    sites.filter((site) => !known.has(site)).map((site) => ({ site, firstUsedAt: 0 })),
  );
};

/**
 * Admits sites that are known, and so many new ones within 24 hours. The list is a file of the signer's, so a restart
 * changes nothing, and what an operator adds counts at once.
 */
export const siteRegister = (folder: string, newPerDay: number, clock: () => Date) => {
  let known = new Set<string>();
  return (site: string): void => {
    if (known.has(site)) return;
    const all = readKnownSites(folder);
    known = new Set(all.map((each) => each.site));
    if (known.has(site)) return;
    const now = clock().getTime();
    if (all.filter(({ firstUsedAt }) => now - firstUsedAt < dayMs).length >= newPerDay)
      throw new UnknownSite('Too many new sites within a day: an operator can add this one with add-sites');
    writeKnownSites(folder, [{ site, firstUsedAt: now }]);
    known.add(site);
  };
};
