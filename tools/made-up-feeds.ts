import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { importFile, localFile } from '../apps/server/src/modules/catalog/feeds/import.service.ts';
import { feedNamed, matchImported } from '../apps/server/src/modules/catalog/public.ts';
import { recountHolders } from '../apps/server/src/modules/results/public.ts';
import { globalQueries } from '../apps/server/src/platform/db/global.ts';
import { openPool } from '../apps/server/src/platform/db/pool.ts';
import { openLog } from '../apps/server/src/platform/log/log.ts';

const vectors = {
  high: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H',
  medium: 'CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:N/I:N/A:H',
};

/** A vulnerability that nobody has, told as the CVE list tells of real ones. */
export interface MadeUpCve {
  id: string;
  title: string;
  vendor: string;
  product: string;
  /** `vendor:product` as a CPE has it, where the record names one. */
  cpe?: string;
  /** All versions below this one; without it all there are, so that none is free of it. */
  below?: string;
  /** How bad it is; nobody has scored it without. */
  severity?: keyof typeof vectors;
  published?: string;
}

/** One that attackers use, since when, and by when it should be gone. */
export interface MadeUpExploit {
  id: string;
  added: string;
  due: string;
}

/** A version that can be had, by the package's identifier with winget. */
export interface MadeUpRelease {
  packageId: string;
  name: string;
  publisher: string;
  version: string;
  releasedOn: string;
}

export interface MadeUpFeeds {
  cves?: readonly MadeUpCve[];
  /** The whole list of those exploited; by name alone, they were added in the first days of November. */
  exploited?: readonly (string | MadeUpExploit)[];
  releases?: readonly MadeUpRelease[];
  epss?: Readonly<Record<string, number>>;
  /** When the lines of products end. */
  endOfLife?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const record = ({ id, title, vendor, product, cpe, below, severity, published = '2026-10-20' }: MadeUpCve) => ({
  dataType: 'CVE_RECORD',
  dataVersion: '5.1',
  cveMetadata: { cveId: id, state: 'PUBLISHED', datePublished: `${published}T00:00:00Z` },
  containers: {
    cna: {
      title,
      descriptions: [
        {
          lang: 'en',
          value: `${title}. An attacker who makes a user open a crafted file may run code as that user. This record is made up.`,
        },
      ],
      affected: [
        {
          vendor,
          product,
          defaultStatus: 'unaffected',
          ...(cpe !== undefined && { cpes: [`cpe:2.3:a:${cpe}:*:*:*:*:*:*:*:*`] }),
          versions: [
            {
              version: '0',
              status: 'affected',
              versionType: 'custom',
              lessThan: below ?? '*',
            },
          ],
        },
      ],
      ...(severity !== undefined && {
        metrics: [
          { cvssV3_1: { version: '3.1', vectorString: vectors[severity], baseScore: severity === 'high' ? 8.8 : 5.5 } },
        ],
      }),
      references: [{ url: `https://advisories.example/${id.toLowerCase()}` }],
    },
  },
});

const exploitOf = (given: string | MadeUpExploit): MadeUpExploit =>
  typeof given === 'string' ? { id: given, added: '2026-11-04', due: '2026-11-25' } : given;

const manifestOf = ({ packageId, name, publisher, version, releasedOn }: MadeUpRelease): [string, string, string] => {
  const sha256 = createHash('sha256').update(`${packageId} ${version}`).digest('hex');
  return [
    'winget',
    `winget/manifests/${packageId.replaceAll('.', '/')}/${version}/${packageId}.installer.yaml`,
    `PackageIdentifier: ${packageId}
PackageVersion: "${version}"
PackageName: "${name}"
Publisher: "${publisher}"
InstallerType: msi
Scope: machine
ReleaseDate: ${releasedOn}
Installers:
- Architecture: x64
  InstallerUrl: https://packages.example/${sha256.slice(0, 12)}.msi
  InstallerSha256: ${sha256.toUpperCase()}
ManifestType: singleton
ManifestVersion: 1.6.0
`,
  ];
};

const filesOf = ({
  cves,
  exploited,
  releases,
  epss,
  endOfLife,
}: MadeUpFeeds): [feed: string, path: string, text: string | Buffer][] => [
  ...(cves ?? []).map((cve): [string, string, string] => ['cve5', `cve5/${cve.id}.json`, JSON.stringify(record(cve))]),
  ...(releases ?? []).map(manifestOf),
  ...(exploited
    ? [
        [
          'kev',
          'kev.json',
          JSON.stringify({
            vulnerabilities: exploited.map(exploitOf).map(({ id, added, due }) => ({
              cveID: id,
              dateAdded: added,
              dueDate: due,
              requiredAction: 'Apply updates as the vendor says.',
              knownRansomwareCampaignUse: 'Known',
            })),
          }),
        ] as [string, string, string],
      ]
    : []),
  ...(epss
    ? [
        [
          'epss',
          'epss.csv.gz',
          gzipSync(
            `#model_version:v1,score_date:2026-11-14\ncve,epss,percentile\n${Object.entries(epss)
              .map(([id, score]) => `${id},${score},${Math.min(0.999, score + 0.05)}\n`)
              .join('')}`,
          ),
        ] as [string, string, Buffer],
      ]
    : []),
  ...Object.entries(endOfLife ?? {}).map(([slug, cycles]): [string, string, string] => [
    'endoflife',
    `endoflife/products/${slug}.md`,
    `---\ntitle: ${slug}\nreleases:\n${Object.entries(cycles)
      .map(([cycle, ends]) => `  - releaseCycle: "${cycle}"\n    eol: ${ends}\n`)
      .join('')}---\n`,
  ]),
];

/** Reads made-up feeds through the real importer, judges what they touch, and asks for a count as workers do. */
export const readFeeds = async (workerUrl: string, made: MadeUpFeeds, clock = () => new Date()): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-made-up-feeds-'));
  const onError = (error: Error) => {
    throw error;
  };
  const pool = openPool({ url: workerUrl, size: 2, name: 'journeys', onError });
  try {
    const db = globalQueries(pool);
    const now = clock();
    const files = filesOf(made);
    for (const [, path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const imported = [];
    for (const name of new Set(files.map(([feed]) => feed))) {
      const feed = feedNamed(name);
      const own = files.filter(([each]) => each === name);
      const first = own[0]?.[1];
      if (!feed || first === undefined) throw new Error(`No feed is named ${name}`);
      const path = join(folder, first.includes('/') ? name : first);
      imported.push(await importFile(db, feed, await localFile(path, `made-up:${name}`, now), now));
    }
    const rejected = imported.flatMap(({ rejections }) => rejections);
    if (rejected.length > 0) throw new Error(`Rejected: ${JSON.stringify(rejected)}`);
    const changed = await matchImported(db, imported, now);
    await recountHolders(changed, {
      pool,
      bus: { publish: async () => undefined },
      isSigning: false,
      clock,
      log: openLog('silent'),
    });
  } finally {
    await pool.end();
    rmSync(folder, { recursive: true });
  }
};
