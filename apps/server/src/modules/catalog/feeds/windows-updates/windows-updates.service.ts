import { cveNosOf } from '../advisories/cves.service.ts';
import type { Import } from '../feed.types.ts';
import { inBatches, writeOrReject } from '../in-batches.service.ts';
import type { WindowsFix } from './windows-fix.rules.ts';
import { productNosOf, storeWindowsFixes } from './windows-updates.repository.ts';

const batchSize = 2_000;

/** Stores what Microsoft says of updates, products and CVEs, from whichever feed says it. */
export const importWindowsFixes = async (work: Import, fixes: AsyncIterable<WindowsFix>): Promise<void> => {
  for await (const batch of inBatches(fixes, batchSize))
    await writeOrReject(
      batch,
      async (part) => {
        const cves = await cveNosOf(
          work.db,
          part.map(({ cveId }) => cveId),
        );
        const products = await productNosOf(
          work.db,
          part.map(({ product }) => product),
        );
        const rows = part.map((fix) => ({
          ...fix,
          cveNo: cves.numbers.get(fix.cveId) ?? 0,
          productNo: products.numbers.get(fix.product) ?? 0,
        }));
        work.changed(cves.added + products.added + (await storeWindowsFixes(work.db, rows)));
      },
      ({ cveId, product }, reason) => work.reject(`${cveId} ${product}`, reason),
    );
};
