import { z } from 'zod';
import { flag } from './setting-shapes.ts';

/** Where files are kept: a folder, or a bucket of a server that speaks S3. */
export const fileSettings = {
  PATCHKEEP_FILES_DIR: z
    .string()
    .optional()
    .describe(
      'Folder of the files that hosts fetch and administrators upload, shared by all api processes. Unset, and no bucket either: there are none.',
    ),
  PATCHKEEP_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is no name of a bucket')
    .optional()
    .describe(
      'Bucket of the files instead of PATCHKEEP_FILES_DIR, on a server that speaks S3. Needs PATCHKEEP_S3_ACCESS_KEY and PATCHKEEP_S3_SECRET_KEY. See [files.md](files.md).',
    ),
  PATCHKEEP_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'is an address such as https://files.example:9000' })
    .optional()
    .describe('Address of the server of the bucket. Unset: that of Amazon in the region.'),
  PATCHKEEP_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,50}$/, 'is a region such as eu-central-1')
    .default('us-east-1')
    .describe('Region of the bucket.'),
  PATCHKEEP_S3_PATH_STYLE: flag
    .default(false)
    .describe(
      'The name of the bucket stands in the path of its address (`https://files.example/bucket/…`), not before it. `true` for most servers of your own.',
    ),
  PATCHKEEP_S3_PREFIX: z
    .string()
    .regex(/^(?:[A-Za-z0-9._-]{1,100}\/){0,5}$/, 'is a folder such as `patchkeep/`, with a slash at its end')
    .default('')
    .describe('Folder in the bucket, such as `patchkeep/`, where the bucket is also used for something else.'),
  PATCHKEEP_S3_ACCESS_KEY: z.string().min(1).max(200).optional().describe('Name of the access key of the bucket.'),
  PATCHKEEP_S3_SECRET_KEY: z.string().min(1).max(500).optional().describe('Secret of the access key. Secret.'),
  PATCHKEEP_S3_CA: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Certificate (PEM) of the authority that signed the certificate of PATCHKEEP_S3_ENDPOINT, where it is no public one; name the file with `PATCHKEEP_S3_CA_FILE`.',
    ),
  PATCHKEEP_QUARANTINE_DIR: z
    .string()
    .optional()
    .describe(
      'Folder of uploaded files that are not examined yet, shared by all api processes and workers. Unset: `quarantine` in PATCHKEEP_FILES_DIR.',
    ),
  PATCHKEEP_CLAMD: z
    .string()
    .optional()
    .describe(
      'The scanner (clamd) for uploaded files, asked by workers: its socket, such as `/run/clamav/clamd.ctl`, or `host:port`. Unset: uploaded files wait.',
    ),
  PATCHKEEP_SIGNATURE_ROOTS: z
    .string()
    .optional()
    .describe(
      'File with the root certificates (PEM) under which signatures of uploaded installers count. Unset: those that come with the server.',
    ),
} as const;

const shape = z.object(fileSettings);
export type FileSettings = z.output<typeof shape>;

/** What does not fit together, in a sentence. */
export const fileSettingsProblem = (config: FileSettings): string | undefined => {
  const { PATCHKEEP_S3_BUCKET: bucket, PATCHKEEP_S3_ACCESS_KEY: name, PATCHKEEP_S3_SECRET_KEY: secret } = config;
  if (bucket === undefined) {
    const given = ['PATCHKEEP_S3_ENDPOINT', 'PATCHKEEP_S3_ACCESS_KEY', 'PATCHKEEP_S3_SECRET_KEY'] as const;
    const alone = given.find((setting) => config[setting] !== undefined);
    return alone === undefined ? undefined : `${alone} needs PATCHKEEP_S3_BUCKET`;
  }
  if (config.PATCHKEEP_FILES_DIR !== undefined)
    return 'Files are kept in PATCHKEEP_FILES_DIR or in PATCHKEEP_S3_BUCKET: set one of the two';
  return name === undefined || secret === undefined
    ? 'PATCHKEEP_S3_BUCKET needs PATCHKEEP_S3_ACCESS_KEY and PATCHKEEP_S3_SECRET_KEY'
    : undefined;
};
