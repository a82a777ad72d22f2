import { z } from 'zod';
import { uuid } from './fields.ts';

/** Of a selector, an install option or a file. */
export const choiceName = z.string().min(1).max(100);

/** A file of the site that somebody chose. */
export const chosenFile = z.strictObject({
  siteResourceTag: uuid,
  filename: z.string().min(1).max(255),
  /** Null: for all versions. */
  forVersion: z.string().max(100).nullable(),
});

/** What the installer of an application is told. A text goes into its argument; a flag is given or not. */
export const installChoices = z.strictObject({
  selectors: z.record(choiceName, z.string().max(200)).default({}),
  installOptions: z.record(choiceName, z.union([z.string().max(1_000), z.boolean()])).default({}),
  files: z.record(choiceName, chosenFile).default({}),
});
export type InstallChoices = z.output<typeof installChoices>;
