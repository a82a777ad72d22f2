import type { Page } from 'playwright-core';
import { countBehind, follow, linksOf, type NumberLink, openWhole } from './number-links.ts';

export interface Crawled {
  pages: string[];
  followed: number;
  differences: string[];
}

/** What kind of page an address is: its path and what narrows it, without the things it is about. */
const shapeOf = (href: string): string => {
  const { pathname, searchParams } = new URL(href.slice(href.indexOf('#') + 1), 'http://console');
  const words = [...searchParams].map(([key, value]) => (/^[a-z-]{2,14}$/.test(value) ? `${key}=${value}` : key));
  return [pathname.replace(/CVE-[\d-]+$/, ''), ...words.filter((word) => word !== 'site').toSorted()].join(' ');
};

/** The fleet of the demo lives on: a number that moved meanwhile is read and followed again, in a tab that keeps nothing. */
const differenceAt = async (page: Page, source: string, link: NumberLink): Promise<string | undefined> => {
  let said = '';
  for (let tries = 0; tries < 3; tries++) {
    const wanted =
      tries === 0
        ? link
        : await openWhole(page, source)
            .then(() => linksOf(page))
            .then(({ numbers }) => numbers.find(({ href }) => href === link.href));
    if (!wanted) return undefined;
    const found = await countBehind(page, wanted, tries === 0 ? follow : openWhole);
    if (found === wanted.number) return undefined;
    said = `${source}: "${wanted.text}" says ${wanted.number} and leads to ${found} at ${wanted.href}`;
  }
  return said;
};

/**
 * Opens the pages of a site, so many of each kind, and follows every number on them that is a link. Of the numbers of
 * one kind on one page, such as those of the rows of a list, `sample` are followed.
 */
export const crawl = async (
  page: Page,
  { perShape, sample }: { perShape: number; sample: number },
): Promise<Crawled> => {
  await openWhole(page, '#/dashboard');
  const site = /site=([^&]+)/.exec(page.url())?.[1] ?? '';
  const isOfSite = (href: string) => !href.includes('site=') || href.includes(`site=${site}`);
  const menu = await page.evaluate<string[]>(
    `[...document.querySelectorAll('nav a[href*="#/"]')].map((link) => link.getAttribute('href'))`,
  );
  const waiting = ['#/dashboard', '#/system-dashboard', ...menu];
  const seen = new Map<string, number>();
  const visited = new Set<string>();
  const followed = new Set<string>();
  const differences: string[] = [];
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const shape = shapeOf(address);
    if (visited.has(address) || (seen.get(shape) ?? 0) >= perShape) continue;
    visited.add(address);
    seen.set(shape, (seen.get(shape) ?? 0) + 1);
    await follow(page, address);
    const { numbers, addresses } = await linksOf(page);
    waiting.push(...addresses.filter(isOfSite));
    const ofShape = Map.groupBy(
      numbers,
      ({ href, text }) => `${shapeOf(href)} ${text.replaceAll(/[\d\u202f]+/gu, '')}`,
    );
    for (const link of [...ofShape.values()].flatMap((links) => links.slice(0, sample))) {
      const key = `${link.href} ${link.number}`;
      if (followed.has(key)) continue;
      followed.add(key);
      const difference = await differenceAt(page, address, link);
      if (difference !== undefined) differences.push(difference);
    }
  }
  return { pages: [...seen.keys()], followed: followed.size, differences };
};
