import { z } from 'zod';
import {
  approval,
  approvalFilter,
  approvalKinds,
  approvalLevels,
  type ApprovalOptions,
  approvalOptions,
  approvalRow,
  approvalStatuses,
  approvalTypes,
  channelTag,
  serialNumber,
  versionText,
  wuaKey,
} from './approval-fields.ts';
import { changePreview, changeSet } from './change-sets.ts';
import { constants } from './constants.ts';
import { type Customization, customization } from './customization.ts';
import { type AnyEndpoint, endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { page } from './page.ts';

const bodyLimit = 512 * 1024;
const most = 1_000;
const reason = z.string().trim().max(constants.textMax).default('');

/** What is decided about: a channel or a Windows update; and the state of it the caller has seen. */
const app = { channelTag, version: versionText.optional(), serialNumber: serialNumber.optional() };
const wua = { wuaKey, serialNumber: serialNumber.optional() };
const subjects = { app, wua };
const places = { system: {}, site: {}, group: { groupUuid: uuid }, tag: { tagUuid: uuid } };

/** All rows that match a filter but for some; never a list of everything on a screen. */
const selected = z.strictObject({
  filter: approvalFilter,
  except: z.array(z.string().max(200)).max(most).default([]),
  expectedCount: z.int().min(0),
});
export type ApprovalSelection = z.output<typeof selected>;

const confirmation = {
  /** From the preview of the same body; a wide change is not made without. */
  previewToken: z.string().max(2_000).optional(),
  reason,
  /** Also take away what places below decided for themselves. */
  isOverridingBelow: z.boolean().default(false),
};

type Level = (typeof approvalLevels)[number];
type Kind = (typeof approvalKinds)[number];

interface ApprovalItem {
  groupUuid?: string | undefined;
  tagUuid?: string | undefined;
  channelTag?: string | undefined;
  wuaKey?: string | undefined;
  version?: string | undefined;
  serialNumber?: number | undefined;
}
type Lists = { [L in Level as `${L}Approvals`]?: ApprovalItem[] | undefined };
interface Given {
  groupUuid?: string | undefined;
  tagUuid?: string | undefined;
  previewToken?: string | undefined;
}
/** The same for every level and kind, so that one handler serves them all; the schema of each is narrower. */
export type ApprovalChangeBody = Lists &
  Given & { selection?: ApprovalSelection | undefined; reason: string; isOverridingBelow: boolean };
type ApprovalChangeCall = Lists &
  Given & { selection?: z.input<typeof selected> | undefined; reason?: string; isOverridingBelow?: boolean };

/** The one list a call sends is named by its level; or a selection at one place. */
const changeBody = (level: Level, kind: Kind): z.ZodType<ApprovalChangeBody, ApprovalChangeCall> => {
  const list = z
    .array(z.strictObject({ ...places[level], ...subjects[kind] }))
    .min(1)
    .max(most);
  const body = z.union([
    z.strictObject({ [`${level}Approvals`]: list, ...confirmation }),
    z.strictObject({ ...places[level], selection: selected, ...confirmation }),
  ]);
  return body as unknown as z.ZodType<ApprovalChangeBody, ApprovalChangeCall>;
};

/**
 * Names the approval by its subject at the system and a site, by its own id at a group or tag; where nothing was ever
 * decided at a group or tag, by the place and the subject.
 */
export interface ApprovalOptionsBody {
  channelTag?: string | undefined;
  wuaKey?: string | undefined;
  groupApprovalUuid?: string | undefined;
  tagApprovalUuid?: string | undefined;
  groupUuid?: string | undefined;
  tagUuid?: string | undefined;
  serialNumber: number;
  options: { [K in keyof ApprovalOptions]?: ApprovalOptions[K] | undefined };
  /** Of tag approvals of applications only. */
  customization?: Customization | null | undefined;
  isCustomizationEnabled?: boolean | undefined;
}

const optionsBody = (level: Level, kind: Kind): z.ZodType<ApprovalOptionsBody, ApprovalOptionsBody> => {
  const body = z.strictObject({
    channelTag: channelTag.optional(),
    wuaKey: wuaKey.optional(),
    groupApprovalUuid: uuid.optional(),
    tagApprovalUuid: uuid.optional(),
    ...(level === 'group' && { groupUuid: uuid.optional() }),
    ...(level === 'tag' && { tagUuid: uuid.optional() }),
    serialNumber,
    options: z.strictObject({
      delayDays: approvalOptions.shape.delayDays.unwrap().optional(),
      note: approvalOptions.shape.note.unwrap().optional(),
    }),
    ...(level === 'tag' && kind === 'app'
      ? { customization: customization.nullable().optional(), isCustomizationEnabled: z.boolean().optional() }
      : {}),
  });
  return body as unknown as z.ZodType<ApprovalOptionsBody, ApprovalOptionsBody>;
};

const changed = z.object({
  changeSet,
  /** The rows as they are now; empty while a second person is awaited. */
  approvals: z.array(approval),
});

const right = (level: Level) => (level === 'system' ? 'isSystemAdmin' : 'canDecideUpdates');
const viewRight = (level: Level) => (level === 'system' ? 'isSystemAdmin' : 'canViewPatching');
const pathOf = (level: Level, kind: Kind): `/${string}` => `/${level}-${kind === 'wua' ? 'wua-' : ''}approvals`;
const nameOf = (kind: Kind): string => (kind === 'wua' ? 'Windows updates' : 'applications');

const listQuery = z.object({
  ...page,
  ...approvalFilter.shape,
  groupUuid: uuid.optional(),
  tagUuid: uuid.optional(),
  /** Also what is decided in the groups below, or in the groups of the site. */
  recursive: z.enum(['true', 'false']).default('false'),
  /** Also what the tags of the site decide. */
  includeTagApprovals: z.enum(['true', 'false']).default('false'),
  sort: z.enum(['name', 'hosts', 'status']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
});
export type ApprovalQuery = z.output<typeof listQuery>;

const listed = z.object({
  approvals: z.array(approvalRow),
  /** Decisions of places below, when asked for. */
  below: z.array(approval),
  total: z.int(),
  nextCursor: z.string().nullable(),
  /** Rows by status, whatever is filtered. */
  counts: z.record(z.enum(approvalStatuses), z.int()),
  revision: z.int(),
});

/** The calls of one level and kind, for the tab's own site (`prefix` empty) or for a site named in the path. */
const family = (prefix: '' | '/site/:site', level: Level, kind: Kind) => {
  const path: `/${string}` = `${prefix}${pathOf(level, kind)}`;
  const named = prefix === '' ? {} : { site: uuid };
  const where = prefix === '' ? '' : ' of a site, for system administrators';
  const acting = z.object({ ...named, type: z.string().max(20) });
  const acts = prefix === '' ? right(level) : 'isSystemAdmin';
  const asked = acts === 'isSystemAdmin' ? { stepUp: 'recent' as const } : {};
  return {
    list: endpoint({
      method: 'GET',
      path,
      summary: `Approvals of ${nameOf(kind)} at ${level} level${where}`,
      right: prefix === '' ? viewRight(level) : 'isSystemAdmin',
      params: z.object(named),
      query: listQuery,
      response: listed,
    }),
    change: endpoint({
      method: 'POST',
      path: `${path}/:type`,
      summary: `Approve, automate, disable or block ${nameOf(kind)} at ${level} level${where}`,
      right: acts,
      moves: 'nothing',
      ...asked,
      gate: 'approval',
      params: acting,
      body: changeBody(level, kind),
      response: changed,
      bodyLimit,
    }),
    preview: endpoint({
      method: 'POST',
      path: `${path}/:type/preview`,
      summary: `What approving, automating, disabling or blocking ${nameOf(kind)} at ${level} level would do${where}`,
      right: acts,
      moves: 'nothing',
      ungated: 'Changes nothing',
      params: acting,
      body: changeBody(level, kind),
      response: changePreview,
      bodyLimit,
    }),
    options: endpoint({
      method: 'PATCH',
      path: `${path}/options`,
      summary: `Options of an approval at ${level} level${where}`,
      right: acts,
      moves: 'nothing',
      ...asked,
      gate: 'approval',
      params: z.object(named),
      body: optionsBody(level, kind),
      response: approval,
      bodyLimit,
    }),
  };
};

const both = (prefix: '' | '/site/:site', level: Level) => ({
  app: family(prefix, level, 'app'),
  wua: family(prefix, level, 'wua'),
});

/** By level and kind: what the server mounts and the console calls. */
export const approvalCalls = {
  system: both('', 'system'),
  site: both('', 'site'),
  group: both('', 'group'),
  tag: both('', 'tag'),
};

/** The same for a site that the path names. */
export const approvalCallsOfSite = {
  site: both('/site/:site', 'site'),
  group: both('/site/:site', 'group'),
  tag: both('/site/:site', 'tag'),
};

const lookedUp = z.object({ approvals: z.array(approval), revision: z.int() });
const at = { groupUuid: uuid.optional(), tagUuid: uuid.optional() };
const someChange = z.strictObject({
  level: z.enum(approvalLevels),
  groupUuid: uuid.optional(),
  tagUuid: uuid.optional(),
  kind: z.enum(approvalKinds),
  type: z.enum(approvalTypes),
  channelTag: channelTag.optional(),
  wuaKey: wuaKey.optional(),
  version: versionText.optional(),
  serialNumber: serialNumber.optional(),
});
export type SomeChange = z.output<typeof someChange>;
const pending = z.strictObject({ changes: z.array(someChange).min(1).max(most), ...confirmation });

const flatten = (calls: Record<string, Record<string, Record<string, AnyEndpoint>>>, ofSite: string) =>
  Object.fromEntries(
    Object.entries(calls).flatMap(([level, kinds]) =>
      Object.entries(kinds).flatMap(([kind, endpoints]) =>
        Object.entries(endpoints).map(([name, one]) => [`${level}${ofSite}-${kind}-${name}`, one]),
      ),
    ),
  );

export const approvals = {
  lookup: endpoint({
    method: 'POST',
    path: '/approvals',
    summary: 'Approvals of named applications, at site level or at a group or tag',
    right: 'canViewPatching',
    moves: 'nothing',
    ungated: 'Changes nothing',
    body: z.strictObject({ channelTags: z.array(channelTag).min(1).max(200), ...at }),
    response: lookedUp,
  }),
  lookupUpdates: endpoint({
    method: 'POST',
    path: '/wua-approvals',
    summary: 'Approvals of named Windows updates, at site level or at a group or tag',
    right: 'canViewPatching',
    moves: 'nothing',
    ungated: 'Changes nothing',
    body: z.strictObject({ wuaKeys: z.array(wuaKey).min(1).max(200), ...at }),
    response: lookedUp,
  }),
  /** A pending set of different changes, reviewed once. */
  previewChanges: endpoint({
    method: 'POST',
    path: '/approval-changes/preview',
    summary: 'What several changes of approvals would do together',
    right: 'canDecideUpdates',
    moves: 'nothing',
    ungated: 'Changes nothing',
    body: pending,
    response: changePreview,
    bodyLimit,
  }),
  applyChanges: endpoint({
    method: 'POST',
    path: '/approval-changes',
    summary: 'Make several changes of approvals as one',
    right: 'canDecideUpdates',
    moves: 'nothing',
    gate: 'approval',
    body: pending,
    response: changed,
    bodyLimit,
  }),
  compare: endpoint({
    method: 'GET',
    path: '/approval-compare',
    summary: 'Where two scopes decide differently',
    right: 'canViewPatching',
    query: z.object({
      kind: z.enum(approvalKinds).default('app'),
      leftLevel: z.enum(approvalLevels),
      leftUuid: uuid.optional(),
      rightLevel: z.enum(approvalLevels),
      rightUuid: uuid.optional(),
    }),
    response: z.object({
      rows: z.array(z.object({ subject: z.string(), name: z.string(), left: approval, right: approval })),
    }),
  }),
  ...flatten(approvalCalls, ''),
  ...flatten(approvalCallsOfSite, 'OfSite'),
};
