import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
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
  const places = signerFolder(folder);
  const listed = existsSync(places.knownSites) ? readFileSync(places.knownSites, 'utf8').split('\n') : [];
  const directed = existsSync(dirname(places.directorOf(''))) ? readdirSync(dirname(places.directorOf(''))) : [];
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
  const file = openSync(signerFolder(folder).knownSites, 'a', 0o600);
  try {
    writeSync(file, sites.map(({ site, firstUsedAt }) => `${site} ${firstUsedAt}\n`).join(''));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/** What an operator does: these sites need not wait for a place among the new ones of a day. */
export const addSites = (folder: string, sites: readonly string[]): void => {
  const wrong = sites.find((site) => !uuid.test(site));
  if (wrong !== undefined || sites.length === 0) throw new Error(`Give sites by their identifiers, not ${wrong}`);
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
