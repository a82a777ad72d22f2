import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';

/** What an import changed, in the words that say which channels must be matched anew. */
export interface Touched {
  /** What finds the advisories that changed, as `channelKeys` and `advisoryKeys` have it. */
  productKeys: Set<string>;
  channelTags: Set<string>;
  eolSlugs: Set<string>;
  /** Scores moved. They change no verdict, only what is shown beside it. */
  hasScores: boolean;
}
export const nothingTouched = (): Touched => ({
  productKeys: new Set(),
  channelTags: new Set(),
  eolSlugs: new Set(),
  hasScores: false,
});

/** One file of one feed on its way into the catalogue. */
export interface Import {
  db: Kysely<Tables>;
  feed: string;
  revision: number;
  touched: Touched;
  /** Counts a record that was read, whatever becomes of it. */
  count(records?: number): void;
  /** Counts rows of the database that are other than before. */
  changed(rows: number): void;
  reject(record: string, reason: string): void;
}

/** A source of the catalogue. `feed-list.service.ts` lists them all. */
export interface Feed {
  name: string;
  title: string;
  /** Where it is had from unless a setting says otherwise. */
  addresses(now: Date): readonly string[];
  /** The form to ask for, where an address has several. */
  accept?: string;
  /** The last address may not exist yet: a month that has only begun. */
  isLastAddressOptional?: boolean;
  everyHours: number;
  /** Older than this, what it says is out of date and the console says so. */
  staleAfterHours: number;
  /** Larger than this, even unpacked, it is not what it says it is. */
  maxBytes: number;
  /** Says which Windows updates replace which: what hosts miss follows from it, without any verdict changing. */
  isOfWindows?: boolean;
  read(path: string, work: Import): Promise<void>;
}
