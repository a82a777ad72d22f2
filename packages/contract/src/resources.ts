import { z } from 'zod';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { byId, nothing, time, uuid } from './fields.ts';
import type { Right } from './rights.ts';

/** The most that comes in one piece. */
export const uploadMaxBytes = 64 * 1024 * 1024;
/** A larger file comes in parts of this size; whatever was cut off goes on where it ended. */
export const partBytes = constants.uploadChunkBytes;
/** The scanner takes no larger file. */
export const fileMaxBytes = 2 * 1024 ** 3 - 1;
/** All that one site may bring. */
export const resourceMaxBytes = 10 * 1024 ** 3;
/** So many files, whatever their sizes. */
export const resourcesMost = 1_000;
/** Uploads of a site that have begun and not ended. */
export const begunMost = 20;

/** What a file is for: who may bring it, and which kinds of files there are. */
export const resourceCategories = ['custom-settings', 'installer'] as const;
export type ResourceCategory = (typeof resourceCategories)[number];

/** `clean` says that the scanner knows nothing bad of it, and no more. */
export const resourceStates = ['receiving', 'waiting', 'examining', 'clean', 'unscannable', 'refused'] as const;
export type ResourceState = (typeof resourceStates)[number];

/** Why a file waits, could not be scanned or was refused. */
export const resourceCauses = [
  /** Waits: the server has no scanner. */
  'noScanner',
  /** Waits: the scanner does not answer, or not as it should. */
  'scannerSilent',
  /** Not scanned: larger, deeper or slower than the scanner looks. */
  'limits',
  'encrypted',
  /** Not scanned: the signatures of the scanner are older than a week, or of no known day. */
  'oldSignatures',
  /** Not scanned: it was brought before files were examined. */
  'beforeScans',
  /** Refused: the scanner knows it. */
  'found',
  'notItsKind',
  /** Refused: it is not the file that came, or no longer there. */
  'changed',
] as const;
export type ResourceCause = (typeof resourceCauses)[number];

/** What an installer says of itself, without being run; as read apart from everything else. */
export const resourceFacts = z.object({
  kind: z.enum(['msi', 'exe', 'other']),
  architecture: z.string().nullable(),
  version: z.string().nullable(),
  product: z.string().nullable(),
  company: z.string().nullable(),
  productCode: z.string().nullable(),
  /** `broken` is also a signature under a root that this server does not know. */
  signature: z.enum(['signed', 'unsigned', 'broken']),
  signedBy: z.object({ organisation: z.string(), country: z.string(), root: z.string() }).nullable(),
});
export type ResourceFacts = z.output<typeof resourceFacts>;

export const siteResource = z.object({
  siteResourceTag: uuid,
  category: z.enum(resourceCategories),
  filename: z.string(),
  contentType: z.string(),
  size: z.int(),
  /** What has come so far. */
  bytesDone: z.int(),
  state: z.enum(resourceStates),
  cause: z.enum(resourceCauses).nullable(),
  /** What the scanner calls what it found. */
  found: z.string().nullable(),
  /** Hosts may get it on the word of one person. */
  isDeployable: z.boolean(),
  sha256: z.string().nullable(),
  facts: resourceFacts.nullable(),
  createdAt: time,
  /** When an upload that has not ended is given up. */
  expiresAt: time.nullable(),
});
export type SiteResource = z.output<typeof siteResource>;

const answer = z.object({ siteResource });

/** A file with whether something of the site names it: only what nothing names can be removed. */
const listedResource = siteResource.extend({ isUsed: z.boolean() });
export type ListedResource = z.output<typeof listedResource>;

/** A part of a file that has begun to come. */
const goingOn = (category: ResourceCategory, right: Right) =>
  ({
    path: `/resource/${category}/:id`,
    kind: 'upload',
    right,
    moves: 'nothing',
    params: byId,
    response: nothing,
    bodyLimit: partBytes,
  }) as const;

const callsOf = (category: ResourceCategory, what: string, read: Right, write: Right) => ({
  /**
   * The body is the file itself, up to 64 MiB. With the header `Tus-Resumable` it begins an upload in parts by the tus
   * protocol: `Upload-Length` says its size, `Upload-Metadata` its `filename` and `filetype`.
   */
  create: endpoint({
    method: 'POST',
    path: `/resource/${category}`,
    kind: 'upload',
    summary: `Upload ${what}, or begin to, in parts by the tus protocol`,
    right: write,
    moves: 'nothing',
    query: z.object({ filename: z.string().trim().min(1).max(255).optional() }),
    response: answer,
    errors: [6000],
    bodyLimit: uploadMaxBytes,
  }),
  part: endpoint({
    method: 'PATCH',
    summary: 'Go on with an upload at Upload-Offset, by the tus protocol',
    ...goingOn(category, write),
  }),
  /** The same where something between lets no PATCH through: with `X-HTTP-Method-Override: PATCH`, as the protocol has it. */
  partByPost: endpoint({
    method: 'POST',
    summary: 'Go on with an upload where networks let no PATCH through, by the tus protocol',
    ...goingOn(category, write),
  }),
  list: endpoint({
    method: 'GET',
    path: `/resource/${category}`,
    summary: `Files of the site of this kind, the newest first, and the room that all its files take`,
    right: read,
    response: z.object({ siteResources: z.array(listedResource), bytes: z.int(), bytesMost: z.int() }),
  }),
  /** HEAD on the same address answers by the tus protocol with Upload-Offset. */
  state: endpoint({
    method: 'GET',
    path: `/resource/${category}/:id`,
    summary: `How far ${what} is: received, waiting, examined`,
    right: read,
    params: byId,
    response: answer,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `/resource/${category}/:id`,
    summary: `Remove ${what} that nothing uses, or give its upload up`,
    right: write,
    moves: 'nothing',
    params: byId,
    response: nothing,
  }),
});

export const resourceCalls = {
  'custom-settings': callsOf(
    'custom-settings',
    'a file for custom update settings (exe, msi, msp, mst or ps1)',
    'canViewPatching',
    'canDecideUpdates',
  ),
  installer: callsOf('installer', 'a file of custom software', 'canViewCustomDeployments', 'canWriteCustomDeployments'),
};
