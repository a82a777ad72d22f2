import { z } from 'zod';

/** Settings about files that sites bring. */
export const fileSettings = {
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
};
