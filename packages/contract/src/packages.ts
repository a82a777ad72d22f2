import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { time } from './fields.ts';
import { buildEvidence, buildHold, buildId, buildStates, providerState, vouchingModes } from './packager.ts';
import { page } from './page.ts';

/** How far the packager has come with the package of one version. */
export const packageInfo = z.object({
  build: buildId,
  channelTag: z.string(),
  /** The application. */
  name: z.string(),
  version: z.string(),
  variant: z.string().nullable(),
  state: z.enum(buildStates),
  percent: z.int().nullable(),
  holds: z.array(buildHold),
  since: time,
  retryAt: time.nullable(),
  /** It is ready and its file is here: hosts can be given it. */
  isAvailable: z.boolean(),
});
export type PackageInfo = z.output<typeof packageInfo>;

/** `never`: no packager was ever connected; `silent`: it does not answer. */
export const packagerContact = z.object({
  state: z.enum(['never', 'up', 'silent']),
  answered: time.nullable(),
  silentSince: time.nullable(),
  /** Who vouches for packages; null before the packager has told. */
  mode: z.enum(vouchingModes).nullable(),
  /** Those whose packages the packager takes over, and whether they can be read. */
  providers: z.array(providerState.omit({ says: true })),
});

export const packages = {
  list: endpoint({
    method: 'GET',
    path: '/package',
    summary: 'Packages that are wanted for installed applications, and how far each is',
    right: 'canViewPatching',
    query: z.object({ ...page, state: z.enum(buildStates).optional(), search: z.string().max(200).optional() }),
    response: z.object({
      packages: z.array(packageInfo),
      total: z.int(),
      nextCursor: z.string().nullable(),
    }),
  }),
  find: endpoint({
    method: 'GET',
    path: '/package/:id',
    summary: 'One package with what was found out about its file',
    right: 'canViewPatching',
    params: z.object({ id: buildId }),
    response: packageInfo.extend({
      evidence: buildEvidence.nullable(),
      /** When what was signed about it ends. */
      expires: time.nullable(),
    }),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/package-summary',
    summary: 'How many applications that need an update have a ready package, and whether the packager answers',
    right: 'canViewPatching',
    response: z.object({
      packager: packagerContact,
      /** Applications of which a newer version is wanted. */
      applications: z.int(),
      /** Those of them with a package that hosts can be given. */
      ready: z.int(),
      byState: z.partialRecord(z.enum(buildStates), z.int()),
    }),
  }),
};
