import { cvePattern } from '@patchkeep/records/json';
import { cveNosOf } from '../advisories/cves.service.ts';
import type { Feed, Import } from '../feed.types.ts';
import { csvRows } from '../files/csv.reader.ts';
import { inBatches } from '../in-batches.service.ts';
import { upsertEpss } from './epss.repository.ts';

const maxBytes = 512 * 1024 ** 2;
const isShare = (value: number): boolean => value >= 0 && value <= 1;

interface Row {
  cveId: string;
  epss: number;
  percentile: number;
}

async function* scoresIn(path: string, work: Import): AsyncGenerator<Row> {
  for await (const line of await csvRows(path, maxBytes)) {
    work.count();
    const row = { cveId: line['cve'] ?? '', epss: Number(line['epss']), percentile: Number(line['percentile']) };
    if (!cvePattern.test(row.cveId)) work.reject(JSON.stringify(line).slice(0, 100), 'no CVE id');
    else if (!isShare(row.epss) || !isShare(row.percentile)) work.reject(row.cveId, 'not a score between 0 and 1');
    else yield row;
  }
}

const readEpss = async (path: string, work: Import): Promise<void> => {
  for await (const batch of inBatches(scoresIn(path, work), 2_000)) {
    const { numbers, added } = await cveNosOf(
      work.db,
      batch.map(({ cveId }) => cveId),
    );
    // By number, the last one of each: a statement cannot write a row twice.
    const scores = new Map(batch.map((row) => [row.cveId, { ...row, cveNo: numbers.get(row.cveId) ?? 0 }]));
    const changed = await upsertEpss(work.db, [...scores.values()]);
    work.changed(added + changed);
    work.touched.hasScores ||= changed > 0;
  }
};

export const epssFeed: Feed = {
  name: 'epss',
  title: 'EPSS by FIRST',
  addresses: () => ['https://epss.empiricalsecurity.com/epss_scores-current.csv.gz'],
  everyHours: 24,
  staleAfterHours: 96,
  maxBytes,
  read: readEpss,
};
