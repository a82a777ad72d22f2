import type { SiteResource } from '@patchkeep/contract/resources';

/** A file of a site as the server tells of it; `more` overrides single fields. */
export const sampleResource = (more: Partial<SiteResource> = {}): SiteResource => ({
  siteResourceTag: '5b1d3c9e-2f4a-4a6b-8c7d-9e0f1a2b3c4d',
  category: 'installer',
  filename: 'setup.exe',
  contentType: 'application/octet-stream',
  size: 100,
  bytesDone: 100,
  state: 'waiting',
  cause: null,
  found: null,
  isDeployable: false,
  sha256: null,
  facts: null,
  createdAt: '2026-11-19T09:00:00.000Z',
  expiresAt: null,
  ...more,
});
