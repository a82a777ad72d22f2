import type { SiteResource } from '@patchkeep/contract/resources';
import { deployable } from './file-kinds.rules.ts';
import type { SiteResourceRow } from './resources.tables.ts';

const hexOf = (sha256: Buffer): string | null => (sha256.length === 0 ? null : sha256.toString('hex'));

/** A file of a site, for the modules that use it. */
export const asResource = (row: SiteResourceRow) => ({
  id: row.resource_id,
  category: row.category,
  filename: row.filename,
  size: row.size,
  sha256: hexOf(row.sha256),
  state: row.state,
  facts: row.facts,
});

export const presentResource = (row: SiteResourceRow): SiteResource => ({
  siteResourceTag: row.resource_id,
  category: row.category,
  filename: row.filename,
  contentType: row.content_type,
  size: row.size,
  // Rows of before uploads in parts have their bytes, and no number of them.
  bytesDone: row.state === 'receiving' ? row.bytes_done : row.size,
  state: row.state,
  cause: row.cause,
  found: row.found,
  isDeployable: deployable(row.state),
  sha256: hexOf(row.sha256),
  facts: row.facts,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
});
