import { entriesOf } from '@patchkeep/records/entries';
import { parse } from 'yaml';
import type { Feed, Import } from '../feed.types.ts';
import { inBatches, writeOrReject } from '../in-batches.service.ts';
import { replaceEolProducts } from './endoflife.repository.ts';
import { type EolProduct, frontMatter, parseEolProduct } from './endoflife.rules.ts';

const maxBytes = 512 * 1024 ** 2;

const yamlOf = (page: string): unknown => {
  try {
    return parse(frontMatter(page) ?? '', { schema: 'failsafe', maxAliasCount: 50 });
  } catch {
    return undefined;
  }
};

async function* productsIn(path: string, work: Import): AsyncGenerator<EolProduct> {
  for await (const { path: name, content } of entriesOf(path, maxBytes)) {
    const slug = /(?:^|\/)products\/([a-z0-9][a-z0-9._+-]*)\.md$/i.exec(name)?.[1];
    if (slug === undefined) continue;
    work.count();
    const parsed = parseEolProduct(slug, yamlOf(content.toString('utf8')));
    if ('rejected' in parsed) work.reject(slug, parsed.rejected);
    else {
      if (parsed.unreadCycles > 0) work.reject(slug, `${parsed.unreadCycles} cycles without a name or named twice`);
      yield parsed.product;
    }
  }
}

export const endoflifeFeed: Feed = {
  name: 'endoflife',
  title: 'endoflife.date',
  addresses: () => ['https://github.com/endoflife-date/endoflife.date/archive/refs/heads/master.tar.gz'],
  everyHours: 24,
  staleAfterHours: 24 * 14,
  maxBytes,
  async read(path, work) {
    for await (const batch of inBatches(productsIn(path, work), 100))
      await writeOrReject(
        batch,
        async (part) => {
          for (const [slug, rows] of await replaceEolProducts(work.db, part)) {
            work.changed(rows);
            work.touched.eolSlugs.add(slug);
          }
        },
        ({ slug }, reason) => work.reject(slug, reason),
      );
  },
};
