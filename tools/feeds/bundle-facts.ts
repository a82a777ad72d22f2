/** What the README beside the bundle says of its files, and of what must lie in the tables once each is read. */
export interface BundleFile {
  feed: string;
  path: string;
  records: number;
  rejected?: number;
  tables?: readonly { what: string; query: string; rows: number }[];
}

const cve = (name: string, records: number): BundleFile => ({ feed: 'cve5', path: `cve5/${name}`, records });
const rows = (what: string, count: number, query: string) => ({ what, rows: count, query: `select ${query}` });

export const bundleFiles: readonly BundleFile[] = [
  cve('cve5_desktop_products.tar.gz', 2_419),
  cve('cve5_windows_os_2024H2.tar.gz', 233),
  cve('cve5_other_kev.tar.gz', 187),
  cve('cve5_bulk_published_2024-10.tar.gz', 2_534),
  {
    ...cve('cve5_rejected_sample.tar.gz', 20),
    tables: [rows('withdrawn by their authors, with 4 of the bulk', 24, 'count(*) as n from cves where is_rejected')],
  },
  {
    ...cve('recent_records', 3),
    tables: [rows('CVE records in all', 5_396, "count(*) as n from advisories where feed = 'cve5'")],
  },
  {
    feed: 'nvd-overrides',
    path: 'nvd/nvd_overrides_desktop_products.tar.gz',
    records: 4_714,
    tables: [rows('corrections to NVD', 4_714, "count(*) as n from advisories where feed = 'nvd-overrides'")],
  },
  { feed: 'nvd', path: 'nvd/nvd20_records', records: 11 },
  {
    feed: 'nvd',
    path: 'nvd/nvdcve-1.1-recent-20220603.json.gz',
    records: 580,
    tables: [rows('NVD records of both forms', 591, "count(*) as n from advisories where feed = 'nvd'")],
  },
  {
    feed: 'kev',
    path: 'kev/known_exploited_vulnerabilities.json',
    records: 1_404,
    tables: [
      rows('known exploited', 1_404, 'count(*) as n from known_exploited'),
      rows('used for ransom', 293, 'count(*) as n from known_exploited where is_ransomware'),
    ],
  },
  {
    feed: 'epss',
    path: 'epss/epss_scores-2026-09-29.sample.csv',
    records: 88,
    tables: [rows('EPSS scores', 88, 'count(*) as n from epss_scores')],
  },
  {
    feed: 'endoflife',
    path: 'endoflife/products.tar.gz',
    records: 464,
    tables: [
      rows('products', 464, 'count(*) as n from eol_products'),
      rows('cycles', 8_351, 'count(*) as n from eol_cycles'),
      rows('cycles with a day', 7_228, 'count(*) as n from eol_cycles where ends_on is not null'),
    ],
  },
  {
    feed: 'winget',
    path: 'winget/manifests_2024-08-17.tar.gz',
    records: 4_882,
    tables: [
      rows('package ids', 279, 'count(distinct package_id) as n from manifests'),
      rows('versions', 4_882, 'count(*) as n from manifests'),
      rows('installers', 19_307, 'count(*) as n from packages'),
      rows('versions Windows lists otherwise', 711, "count(*) as n from manifests where display_versions <> '{}'"),
    ],
  },
  {
    feed: 'winget',
    path: 'winget/recent_2026',
    records: 6,
    tables: [rows('versions with the recent ones', 4_888, 'count(*) as n from manifests')],
  },
  {
    feed: 'windows-updates',
    path: 'msrc/wesng_CVEs_20260628_subset.csv.gz',
    records: 134_800,
    tables: [
      rows('CVEs', 4_247, 'count(distinct cve_no) as n from windows_product_cves'),
      rows('Microsoft products', 424, 'count(*) as n from windows_products'),
    ],
  },
  { feed: 'msrc', path: 'msrc/msrc-2022-may.xml.bz2', records: 108 },
  {
    feed: 'msrc',
    path: 'msrc/msrc-2026-feb.xml.bz2',
    records: 144,
    tables: [rows('CVEs of both months', 252, "count(*) as n from advisories where feed = 'msrc'")],
  },
];

/** In the bundle, but forms that other products made of the same sources: none of our feeds comes so. */
export const notFeeds = ['msrc/fleet_msrc_*.json.gz', 'fleet/cpe_translations.json', 'scoop/*'];
