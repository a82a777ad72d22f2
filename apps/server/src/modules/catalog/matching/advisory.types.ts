/** What one feed says of one CVE, in one shape for every feed. Stored as it is; matching reads nothing else. */
export interface Advisory {
  cveId: string;
  /** Which feed said it: `cve5`, `nvd`, `nvd-overrides`. */
  feed: string;
  state: 'published' | 'rejected';
  title?: string;
  description: string;
  /** Day of first publication, `2024-08-17`; absent where the record does not say. */
  publishedOn?: string;
  modifiedAt?: string;
  cvss: Cvss[];
  /** Where the record itself says that it is exploited (a CISA container, NVD's `cisaExploitAdd`). */
  exploited?: { on: string; due?: string };
  isDisputed: boolean;
  references: string[];
  affected: Affected[];
}

export interface Cvss {
  version: string;
  vector: string;
  score: number;
  source: string;
}

/** One statement "these versions of this product". The same product may be stated several times, and differently. */
export interface Affected {
  /** Who said it inside the record: `cna`, `adp` or `nvd`. */
  source: AffectedSource;
  /** Lower-case, trimmed; empty where the record says n/a. */
  vendor: string;
  product: string;
  cpes: Cpe[];
  /** Operating systems the statement is limited to, lower-case; empty is all. */
  platforms: string[];
  /** Each is a set of which one must be present on the host: the other side of an AND. */
  conditions: Cpe[][];
  defaultStatus: 'affected' | 'unaffected' | 'unknown';
  ranges: Range[];
  /** Version statements nobody could read, word for word. */
  unread: string[];
}

/** `text` is read from the description when a channel is compiled; it never stands in a stored advisory. */
export type AffectedSource = 'cna' | 'adp' | 'nvd' | 'text';

/** The parts of a CPE 2.3 name that decide anything. Unescaped, lower-case; `*` any, `-` none. */
export interface Cpe {
  part: string;
  vendor: string;
  product: string;
  version: string;
  update: string;
  edition: string;
  swEdition: string;
  targetSw: string;
  targetHw: string;
}

/** No bounds and no `exact` is every version. `exact` stands alone. */
export interface Range {
  status: 'affected' | 'unaffected';
  from?: string;
  isFromIncluded: boolean;
  to?: string;
  isToIncluded: boolean;
  exact?: string;
  /** The statement as the record has it, for the evidence. */
  raw: string;
}

export type Parsed = { ok: Advisory } | { rejected: string };
