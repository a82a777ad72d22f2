import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The kinds of changes that Keep a Changelog knows. */
export const changeSections = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'] as const;

export const changelogVersion = z.object({
  version: z.string(),
  /** Null: the version is not released yet. */
  released: z.iso.date().nullable(),
  sections: z.array(z.object({ title: z.enum(changeSections), entries: z.array(z.string()) })),
});
export type ChangelogVersion = z.output<typeof changelogVersion>;

export const changelog = {
  list: endpoint({
    method: 'GET',
    path: '/changelog',
    summary: 'What each version brings, the newest first',
    right: 'signedIn',
    response: z.object({ versions: z.array(changelogVersion) }),
  }),
};
