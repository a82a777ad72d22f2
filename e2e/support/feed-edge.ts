import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ManifestFile } from '../../apps/packager/src/testkit/packager-world.ts';
import { feeds } from '../../apps/server/src/modules/catalog/feeds/feed-list.service.ts';
import { eventually } from './agent-parts.ts';
import type { Stack } from './stack.ts';

/** One CVE record in the form its makers publish, of our own making. */
export interface MadeCve {
  cveId: string;
  title: string;
  vendor: string;
  product: string;
  /** Versions below this one are affected. */
  before: string;
  vector?: string;
}

interface OpenEdge extends AsyncDisposable {
  /** What the makers of the feeds publish from now on. */
  publishCves(cves: readonly MadeCve[]): void;
  publishExploited(cveIds: readonly string[]): void;
  publishScores(scores: Readonly<Record<string, number>>): void;
  /** Windows updates: which CVEs an article fixes, and what it replaces. */
  publishWindowsUpdates(lines: readonly (readonly [cveId: string, kb: number, replaces: number | ''])[]): void;
  /** Versions that can be had, by package identifier; and manifests of further ones as somebody else wrote them. */
  publishPackages(packages: Readonly<Record<string, readonly string[]>>, more?: readonly ManifestFile[]): void;
  /** When lines of products stop being supported, by the product's name there. */
  publishEnds(ends: Readonly<Record<string, Readonly<Record<string, string>>>>): void;
  /** Has the workers of a server fetch these feeds from here when their turn comes, and no others. */
  envFor(...feeds: string[]): Record<string, string>;
  /** The server's own command fetches what is new and judges by it; the workers count. */
  fetchInto(stack: Stack, ...feeds: string[]): Promise<string>;
}
export interface FeedEdge extends OpenEdge {
  /** The same, into the server that the edge was started for. */
  fetch(...feeds: string[]): Promise<string>;
}

const recordOf = ({ cveId, title, vendor, product, before, vector }: MadeCve): string =>
  JSON.stringify({
    dataType: 'CVE_RECORD',
    dataVersion: '5.1',
    cveMetadata: {
      cveId,
      state: 'PUBLISHED',
      assignerShortName: 'made-up',
      datePublished: '2026-10-01T00:00:00Z',
      dateUpdated: '2026-10-02T00:00:00Z',
    },
    containers: {
      cna: {
        title,
        descriptions: [{ lang: 'en', value: `${title} in ${product} before ${before}.` }],
        affected: [
          {
            vendor,
            product,
            defaultStatus: 'unaffected',
            versions: [{ version: '0', lessThan: before, status: 'affected', versionType: 'custom' }],
          },
        ],
        references: [{ url: `https://advisories.example/${cveId}` }],
        ...(vector && { metrics: [{ cvssV3_1: { version: '3.1', vectorString: vector, baseScore: 7.8 } }] }),
      },
    },
  });

/** The manifests of a version, the installer's either as it is given or made up. */
export const manifestsOf = (id: string, version: string, given?: string): ManifestFile[] => {
  const [maker = '', name = ''] = id.split('.');
  const folder = `winget-pkgs/manifests/${maker[0]?.toLowerCase()}/${maker}/${name}/${version}`;
  const head = `PackageIdentifier: ${id}\nPackageVersion: ${version}\n`;
  const installer = `${head}InstallerType: exe\nScope: machine\nReleaseDate: 2026-09-01\nInstallers:\n- Architecture: x64\n  InstallerUrl: https://packages.example/${id}-${version}.exe\n  InstallerSha256: ${createHash('sha256').update(id).digest('hex').toUpperCase()}\nManifestType: installer\nManifestVersion: 1.6.0\n`;
  const locale = `${head}PackageLocale: en-US\nPublisher: ${maker}\nPackageName: ${name}\nLicense: Own\nShortDescription: Made up\nManifestType: defaultLocale\nManifestVersion: 1.6.0\n`;
  const main = `${head}DefaultLocale: en-US\nManifestType: version\nManifestVersion: 1.6.0\n`;
  return [
    [`${folder}/${id}.installer.yaml`, given ?? installer],
    [`${folder}/${id}.locale.en-US.yaml`, locale],
    [`${folder}/${id}.yaml`, main],
  ];
};

const tarOf = (files: readonly (readonly [string, string])[]): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-feed-'));
  for (const [name, text] of files) {
    mkdirSync(dirname(join(folder, 'tree', name)), { recursive: true });
    writeFileSync(join(folder, 'tree', name), text);
  }
  execFileSync('tar', ['--format=ustar', '-czf', join(folder, 'tree.tar.gz'), '-C', join(folder, 'tree'), '.']);
  const packed = readFileSync(join(folder, 'tree.tar.gz'));
  rmSync(folder, { recursive: true });
  return packed;
};

/** Other companies' servers, at the edge of the network: small files in the forms the feeds really have. */
export const openFeedEdge = async (): Promise<OpenEdge> => {
  const published = new Map<string, Buffer>();
  const kept = mkdtempSync(join(tmpdir(), 'patchkeep-fetched-'));
  const server = createServer((request, response) => {
    const content = published.get((request.url ?? '').slice(1));
    if (!content) return response.writeHead(404).end();
    const etag = `"${createHash('sha256').update(content).digest('hex')}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
    return response.writeHead(200, { etag, 'content-length': content.length }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const addressOf = (feed: string) => `http://127.0.0.1:${port}/${feed}`;
  const put = (feed: string, content: string | Buffer) => void published.set(feed, Buffer.from(content));
  return {
    publishCves: (cves) =>
      put('cve5', tarOf(cves.map((cve) => [`cvelistV5/cves/2026/${cve.cveId}.json`, recordOf(cve)]))),
    publishExploited: (cveIds) =>
      put(
        'kev',
        JSON.stringify({
          title: 'Known exploited vulnerabilities',
          count: cveIds.length,
          vulnerabilities: cveIds.map((cveID) => ({
            cveID,
            vendorProject: 'Made up',
            product: 'Made up',
            vulnerabilityName: 'Made up',
            dateAdded: '2026-11-01',
            dueDate: '2026-11-22',
            requiredAction: 'Apply updates.',
            knownRansomwareCampaignUse: 'Unknown',
          })),
        }),
      ),
    publishScores: (scores) =>
      put(
        'epss',
        `#model_version:v1,score_date:2026-11-14\ncve,epss,percentile\n${Object.entries(scores)
          .map(([cveId, score]) => `${cveId},${score},0.9\n`)
          .join('')}`,
      ),
    publishWindowsUpdates: (lines) =>
      put(
        'windows-updates',
        `DatePosted,CVE,BulletinKB,Title,AffectedProduct,AffectedComponent,Severity,Impact,Supersedes,Exploits\n${lines
          .map(
            ([cveId, kb, replaces]) =>
              `20261013,${cveId},${kb},Made up,Windows 11 for x64-based Systems,,Critical,Remote Code Execution,${replaces},\n`,
          )
          .join('')}`,
      ),
    publishPackages: (packages, more = []) =>
      put(
        'winget',
        tarOf([
          ...Object.entries(packages).flatMap(([id, versions]) =>
            versions.flatMap((version) => manifestsOf(id, version)),
          ),
          ...more,
        ]),
      ),
    publishEnds: (ends) =>
      put(
        'endoflife',
        tarOf(
          Object.entries(ends).map(([slug, cycles]) => [
            `endoflife.date/products/${slug}.md`,
            `---\ntitle: ${slug}\nreleases:\n${Object.entries(cycles)
              .map(([cycle, day]) => `-   releaseCycle: "${cycle}"\n    eol: ${day}\n    releaseDate: 2019-01-01\n`)
              .join('')}---\n`,
          ]),
        ),
      ),
    envFor: (...wanted) => ({
      PATCHKEEP_FEEDS: 'fetch',
      PATCHKEEP_FEED_ADDRESSES: feeds
        .map(({ name }) => `${name}=${wanted.includes(name) ? addressOf(name) : 'off'}`)
        .join(' '),
      PATCHKEEP_FEED_DIR: kept,
    }),
    fetchInto(stack, ...wanted) {
      const addresses = [...published.keys()].map((feed) => `${feed}=${addressOf(feed)}`);
      return stack.command('feeds.ts', ['fetch', ...wanted], {
        PATCHKEEP_FEED_ADDRESSES: addresses.join(' '),
        PATCHKEEP_FEED_DIR: kept,
      });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      rmSync(kept, { recursive: true, force: true });
    },
  };
};

/** The same for one server, which fetches when it is told to. */
export const startFeedEdge = async (stack: Stack): Promise<FeedEdge> => {
  const edge = await openFeedEdge();
  return { ...edge, fetch: (...wanted) => edge.fetchInto(stack, ...wanted) };
};

/**
 * Lets the time come at which a feed is looked at again, hours after the last look, and starts the job that looks for
 * such feeds every ten minutes. What is fetched and what follows is the workers' own doing.
 */
export const letFeedCome = async (stack: Stack, feed: string): Promise<void> => {
  await stack.sql(`update feeds set checked_at = checked_at - interval '1 day' where feed = $1`, [feed]);
  // Again until it was looked at: the job leaves it to another that runs, which may have begun before.
  const look = async () => {
    await stack.sql(`select graphile_worker.add_job('fetch-feeds', '{}'::json, job_key => 'feeds-now')`);
    return stack.sql(`select from feeds where feed = $1 and checked_at > now() - interval '1 hour'`, [feed]);
  };
  await eventually(look, ({ length }) => length > 0, `a look at ${feed}`, 300_000);
};
