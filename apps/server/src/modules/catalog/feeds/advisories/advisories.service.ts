import type { Advisory, Parsed } from '../../matching/advisory.types.ts';
import { advisoryKeys } from '../../matching/keys.rules.ts';
import type { Import } from '../feed.types.ts';
import { inBatches, writeOrReject } from '../in-batches.service.ts';
import {
  type AdvisoryRow,
  hashed,
  selectDifferent,
  selectProductKeys,
  upsertAdvisories,
} from './advisories.repository.ts';
import { mergeCves } from './cves.service.ts';

const batchSize = 250;

/** A record as it lies in the file: what it is called there, and its text. */
export interface RawRecord {
  name: string;
  text: string;
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

async function* readable(
  work: Import,
  records: AsyncIterable<RawRecord>,
  parse: (json: unknown) => Parsed,
): AsyncGenerator<AdvisoryRow> {
  for await (const { name, text } of records) {
    work.count();
    const json = readJson(text);
    const parsed: Parsed = json === undefined ? { rejected: 'not JSON' } : parse(json);
    if ('rejected' in parsed) work.reject(name, parsed.rejected);
    else yield { advisory: { ...parsed.ok, feed: work.feed }, productKeys: advisoryKeys(parsed.ok) };
  }
}

/** Of a CVE that a batch holds twice, the later word; one statement cannot write a row twice. */
const lastOfEach = (rows: readonly AdvisoryRow[]): AdvisoryRow[] => [
  ...new Map(
    rows
      .toSorted((a, b) => ((a.advisory.modifiedAt ?? '') < (b.advisory.modifiedAt ?? '') ? -1 : 1))
      .map((row) => [row.advisory.cveId, row]),
  ).values(),
];

/** Says how many rows it wrote, and what found the CVEs before and finds them now. */
const storeDifferent = async ({ db, feed, revision }: Import, part: readonly AdvisoryRow[]) => {
  const all = part.map(hashed);
  const different = await selectDifferent(db, feed, all);
  if (different.size === 0) return { rows: 0, keys: [] };
  // Together or not at all: an advisory whose facts were not merged would look unchanged the next time.
  return db.transaction().execute(async (tx) => {
    const before = await selectProductKeys(tx, [...different]);
    const rows = all.filter(({ advisory }) => different.has(advisory.cveId));
    const changed = await upsertAdvisories(tx, feed, revision, rows);
    if (changed.length === 0) return { rows: 0, keys: [] };
    const merged = await mergeCves(tx, changed);
    return { rows: changed.length + merged, keys: [...before, ...(await selectProductKeys(tx, changed))] };
  });
};

const store = async (work: Import, source: AsyncIterable<AdvisoryRow> | Iterable<AdvisoryRow>): Promise<void> => {
  for await (const batch of inBatches(source, batchSize))
    await writeOrReject(
      lastOfEach(batch),
      async (part) => {
        const { rows, keys } = await storeDifferent(work, part);
        work.changed(rows);
        for (const key of keys) work.touched.productKeys.add(key);
      },
      ({ advisory }, reason) => work.reject(advisory.cveId, reason),
    );
};

/** Reads records of any kind into advisories and brings the CVEs they speak of up to date. */
export const importAdvisories = (
  work: Import,
  records: AsyncIterable<RawRecord>,
  parse: (json: unknown) => Parsed,
): Promise<void> => store(work, readable(work, records, parse));

/** The same for a feed that is read already. */
export const storeAdvisories = (work: Import, advisories: readonly Advisory[]): Promise<void> =>
  store(
    work,
    advisories.map((advisory) => ({ advisory, productKeys: advisoryKeys(advisory) })),
  );
