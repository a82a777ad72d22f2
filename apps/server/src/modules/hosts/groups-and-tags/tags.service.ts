import { randomUUIDv7 } from 'node:crypto';
import type { Received } from '@patchkeep/contract/endpoint';
import type { RestartSettings } from '@patchkeep/contract/restart-settings';
import { type Tag, tagKind, type tags } from '@patchkeep/contract/tags';
import type { Context } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/db/sqlstate.ts';
import { invalid, notFound, saveConflict } from '../../../platform/errors.ts';
import type { TagRow } from '../hosts.tables.ts';
import { readRestartSettings, tagColumns, tagSettings, withGiven } from '../settings/restart-settings.service.ts';
import { recordHostAct } from '../site-audit.service.ts';
import { siteOf } from '../site.service.ts';
import { countHostsByTag, deleteTag, insertTag, listTagIdsOf, listTags, updateTag } from './tags.repository.ts';

const taken = () => invalid('A tag of this name is already there');
/** The restart settings of a tag that restarts nothing. */
const noRestart = {
  restart_title: null,
  restart_message: null,
  delay_seconds: null,
  snooze_seconds: null,
  seconds_until_force: null,
};

const present = (row: TagRow, counts: ReadonlyMap<string, number>, site: RestartSettings): Tag => ({
  tagUuid: row.tag_id,
  tagName: row.name,
  tagKind: row.kind as Tag['tagKind'],
  restartSettings: row.kind === tagKind.RestartTag ? tagSettings(row, site) : null,
  serialNumber: row.serial_number,
  hostCount: counts.get(row.tag_id) ?? 0,
});

export const readTags = async (context: Context, kind?: number): Promise<Tag[]> => {
  const { customerId, siteId } = siteOf(context);
  const counts = await countHostsByTag(context.tx, customerId, siteId);
  const rows = await listTags(context.tx, customerId, siteId);
  const site = await readRestartSettings(context);
  return rows.filter((row) => kind === undefined || row.kind === kind).map((row) => present(row, counts, site));
};

export const readTag = async (context: Context, tagId: string): Promise<Tag> => {
  const found = (await readTags(context)).find((tag) => tag.tagUuid === tagId);
  if (!found) throw notFound();
  return found;
};

export const readTagsOfHost = async (context: Context, hostId: string): Promise<Tag[]> => {
  const { customerId } = siteOf(context);
  const tagIds = (await listTagIdsOf(context.tx, customerId, [hostId])).get(hostId) ?? [];
  return (await readTags(context)).filter((tag) => tagIds.includes(tag.tagUuid));
};

type Given = Received<typeof tags.create>['body'];

/** Directory tags come from the directory; nobody makes or changes them by hand. */
const refuseDirectory = (kind: number): void => {
  if (kind === tagKind.AzureGroupTag) throw invalid('Tags of directory groups are made by the directory');
};

export const createTag = async (context: Context, given: Given, tagId: string = randomUUIDv7()): Promise<Tag> => {
  const { customerId, siteId } = siteOf(context);
  refuseDirectory(given.tagKind);
  const site = await readRestartSettings(context);
  const isRestart = given.tagKind === tagKind.RestartTag;
  const row: TagRow = {
    customer_id: customerId,
    site_id: siteId,
    tag_id: tagId,
    kind: given.tagKind,
    name: given.tagName,
    ...(isRestart ? tagColumns(withGiven(site, given.restartSettings)) : noRestart),
    serial_number: 1,
    created_at: context.now,
  };
  await insertTag(context.tx, row).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
  await recordHostAct(context, 'tag.create', 'tag', tagId, { after: { tagName: row.name, tagKind: row.kind } });
  return readTag(context, tagId);
};

const findRow = async (context: Context, tagId: string, kind?: number): Promise<TagRow> => {
  const { customerId, siteId } = siteOf(context);
  const row = (await listTags(context.tx, customerId, siteId)).find(
    (tag) => tag.tag_id === tagId && (kind === undefined || tag.kind === kind),
  );
  if (!row) throw notFound();
  return row;
};

/** What the activity log keeps of a tag. */
const recorded = (row: TagRow) => ({
  tagName: row.name,
  ...(row.kind === tagKind.RestartTag && {
    title: row.restart_title,
    message: row.restart_message,
    delaySeconds: row.delay_seconds,
    snoozeSeconds: row.snooze_seconds,
    secondsUntilForce: row.seconds_until_force,
  }),
});

export const changeTag = async (
  context: Context,
  tagId: string,
  given: Received<typeof tags.update>['body'],
  kind?: number,
): Promise<Tag> => {
  const before = await findRow(context, tagId, kind);
  refuseDirectory(before.kind);
  const settings = tagSettings(before, await readRestartSettings(context));
  const after = {
    ...before,
    name: given.tagName ?? before.name,
    ...(before.kind === tagKind.RestartTag && tagColumns(withGiven(settings, given.restartSettings))),
  };
  const isSaved = await updateTag(context.tx, after, given.serialNumber).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
  if (!isSaved) throw saveConflict('The tag was changed by somebody else');
  await recordHostAct(context, 'tag.change', 'tag', tagId, {
    before: recorded(before),
    after: recorded(after),
  });
  return readTag(context, tagId);
};

export const removeTag = async (context: Context, tagId: string, kind?: number): Promise<void> => {
  const row = await findRow(context, tagId, kind);
  refuseDirectory(row.kind);
  await deleteTag(context.tx, row);
  await recordHostAct(context, 'tag.delete', 'tag', tagId, { before: recorded(row) });
};
