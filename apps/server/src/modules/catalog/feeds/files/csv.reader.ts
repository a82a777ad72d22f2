import { pipeline, Readable } from 'node:stream';
import { bytesOf } from '@patchkeep/records/bytes';
import { parse } from 'csv-parse';

/** The lines of a CSV file by their headings, as they come. Lines of comment begin with `#`. */
export const csvRows = async (
  path: string,
  maxBytes: number,
  member?: RegExp,
): Promise<AsyncIterable<Record<string, string>>> => {
  const parser = parse({
    bom: true,
    comment: '#',
    comment_no_infix: true,
    columns: true,
    relax_column_count: true,
    // A quote that is never closed would otherwise take the rest of the file for one cell.
    max_record_size: 200_000,
  });
  // A failure of the file ends the parser with it, and so reaches whoever reads.
  pipeline(Readable.from(await bytesOf(path, maxBytes, member)), parser, () => undefined);
  return parser;
};
