import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { listAt, textAt } from '@patchkeep/records/json';
import { readTarGz } from '@patchkeep/records/tar';
import { parse as parseYaml } from 'yaml';
import { frontMatter, parseEolProduct } from '../../apps/server/src/modules/catalog/feeds/endoflife/endoflife.rules.ts';
import { csvRows } from '../../apps/server/src/modules/catalog/feeds/files/csv.reader.ts';
import type { Advisory, Parsed } from '../../apps/server/src/modules/catalog/matching/advisory.types.ts';
import { parseCve5 } from '../../apps/server/src/modules/catalog/matching/cve5.rules.ts';
import type { EolCycle } from '../../apps/server/src/modules/catalog/matching/eol.rules.ts';
import { parseNvd, parseNvd11, parseNvdOverride } from '../../apps/server/src/modules/catalog/matching/nvd.rules.ts';

/** The reference data as it lies on disk: original feed files, and what somebody else derived from them. */
type Row = Record<string, string>;

const textOf = (path: string): string => {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};
const csvOf = async (path: string): Promise<Row[]> => {
  const rows: Row[] = [];
  for await (const row of await csvRows(path, 64 * 1024 ** 2)) rows.push(row);
  return rows;
};
const jsonIn = (folder: string): unknown[] =>
  readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown);

const keep = (advisories: Advisory[], rejected: string[], parsed: Parsed): void => {
  if ('ok' in parsed) advisories.push(parsed.ok);
  else rejected.push(parsed.rejected);
};

const readAdvisories = async (data: string) => {
  const advisories: Advisory[] = [];
  const rejected: string[] = [];
  const archives: [string, (json: unknown) => Parsed][] = [
    ...readdirSync(join(data, 'cve5'))
      .filter((name) => name.endsWith('.tar.gz'))
      .map((name): [string, typeof parseCve5] => [join('cve5', name), parseCve5]),
    ['nvd/nvd_overrides_desktop_products.tar.gz', parseNvdOverride],
  ];
  for (const [archive, parse] of archives)
    for await (const { content } of readTarGz(join(data, archive)))
      keep(advisories, rejected, parse(JSON.parse(content.toString('utf8'))));
  for (const json of jsonIn(join(data, 'cve5/recent_records'))) keep(advisories, rejected, parseCve5(json));
  for (const json of jsonIn(join(data, 'nvd/nvd20_records'))) keep(advisories, rejected, parseNvd(json));
  const legacy: unknown = JSON.parse(textOf(join(data, 'nvd/nvdcve-1.1-recent-20220603.json.gz')));
  for (const json of listAt(legacy, 'CVE_Items')) keep(advisories, rejected, parseNvd11(json));
  return { advisories, rejected };
};

const readCycles = async (data: string): Promise<Map<string, EolCycle[]>> => {
  const cycles = new Map<string, EolCycle[]>();
  for await (const { path, content } of readTarGz(join(data, 'endoflife/products.tar.gz'))) {
    const slug = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
    const yaml: unknown = parseYaml(frontMatter(content.toString('utf8')) ?? '', { schema: 'failsafe' });
    const parsed = parseEolProduct(slug, yaml);
    if (!('product' in parsed)) continue;
    const own = parsed.product.cycles.map(({ cycle, endsOn, isEnded }) => ({
      cycle,
      isEnded,
      ...(endsOn === null ? {} : { endsOn }),
    }));
    cycles.set(slug, own);
  }
  return cycles;
};

/** Package ids and versions as the folders of the winget tree name them. */
const readWinget = async (data: string): Promise<Map<string, Set<string>>> => {
  const versions = new Map<string, Set<string>>();
  for await (const { path, content } of readTarGz(join(data, 'winget/manifests_2024-08-17.tar.gz'))) {
    const version = path.split('/').at(-2) ?? '';
    // Pattern: read over the manifests of the reference data, by hand.
    const id = content.toString('utf8').match(/^PackageIdentifier:\s*["']?(.+?)["']?\s*$/m)?.[1];
    if (id !== undefined) versions.set(id, (versions.get(id) ?? new Set()).add(version));
  }
  return versions;
};

/** The day each CVE was listed in the KEV file, and the day the record itself says so, whichever feed carries it. */
const readExploited = (data: string, advisories: readonly Advisory[]) => {
  const kev: unknown = JSON.parse(textOf(join(data, 'kev/known_exploited_vulnerabilities.json')));
  const listed = new Map(
    listAt(kev, 'vulnerabilities').map((entry) => [textAt(entry, 'cveID') ?? '', textAt(entry, 'dateAdded') ?? '']),
  );
  const said = advisories.flatMap(({ cveId, exploited }) =>
    exploited === undefined ? [] : [[cveId, exploited.on] as const],
  );
  return { listed, said: new Map(said) };
};

export const readReference = async (data: string) => {
  const { advisories, rejected } = await readAdvisories(data);
  return {
    advisories,
    rejected,
    cycles: await readCycles(data),
    winget: await readWinget(data),
    exploited: readExploited(data, advisories),
    expected: await csvOf(join(data, 'derived/expected_status.csv.gz')),
    pairs: await csvOf(join(data, 'derived/expected_pairs.csv.gz')),
    links: await csvOf(join(data, 'derived/cve_product_links.csv.gz')),
    golden: await csvOf(join(data, 'derived/golden_samples.csv')),
  };
};
export type Reference = Awaited<ReturnType<typeof readReference>>;
