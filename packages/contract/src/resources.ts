import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';

/** Installers and scripts a customer brings along. */
export const uploadMaxBytes = 64 * 1024 * 1024;
/** All that one site may bring. */
export const resourceMaxBytes = 10 * 1024 ** 3;

export const siteResource = z.object({ siteResourceTag: uuid, filename: z.string(), size: z.int() });
export type SiteResource = z.output<typeof siteResource>;

export const resources = {
  /** The body is the file itself, as it is; its name stands in the address. */
  uploadUpgradeFile: endpoint({
    method: 'POST',
    path: '/resource/upgrade-file',
    kind: 'upload',
    summary: 'Upload a file for custom update settings: exe, msi, msp, mst or ps1',
    right: 'canDecideUpdates',
    moves: 'nothing',
    query: z.object({ filename: z.string().trim().min(1).max(255) }),
    response: z.object({ siteResource }),
    errors: [6000],
    bodyLimit: uploadMaxBytes,
  }),
};
