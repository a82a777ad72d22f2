import { randomUUIDv7 } from 'node:crypto';
import type { Received } from '@patchkeep/contract/endpoint';
import { type Tag, tagKind, type tags } from '@patchkeep/contract/tags';
import type { Context } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/db/sqlstate.ts';
import { invalid, notFound, saveConflict } from '../../platform/errors.ts';
import type { TagRow } from './hosts.tables.ts';
import { recordHostAct } from './record.service.ts';
import { siteOf } from './site.ts';
import { countHostsByTag, deleteTag, insertTag, listTagIdsOf, listTags, updateTag } from './tags.repository.ts';

const taken = () => invalid('A tag of this name is already there');
/** What a restart tag asks for unless told otherwise: an hour to save one's work, ten minutes a snooze. */
const defaultRestart = { secondsUntilForce: 3_600, snoozeSeconds: 600 };

const present = (row: TagRow, counts: ReadonlyMap<string, number>): Tag => ({
  tagUuid: row.tag_id,
  tagName: row.name,
  tagKind: row.kind as Tag['tagKind'],
  restartSettings:
    row.seconds_until_force === null || row.snooze_seconds === null
      ? null
      : { secondsUntilForce: row.seconds_until_force, snoozeSeconds: row.snooze_seconds },
  serialNumber: row.serial_number,
  hostCount: counts.get(row.tag_id) ?? 0,
});

export const readTags = async (context: Context, kind?: number): Promise<Tag[]> => {
  const { customerId, siteId } = siteOf(context);
  const counts = await countHostsByTag(context.tx, customerId, siteId);
  const rows = await listTags(context.tx, customerId, siteId);
  return rows.filter((row) => kind === undefined || row.kind === kind).map((row) => present(row, counts));
};

export const readTag = async (context: Context, tagId: string): Promise<Tag> => {
  const found = (await readTags(context)).find((tag) => tag.tagUuid === tagId);
  if (!found) throw notFound();
  return found;
};

export const readTagsOfHost = async (context: Context, hostId: string): Promise<Tag[]> => {
  const { customerId } = siteOf(context);
  const held = (await listTagIdsOf(context.tx, customerId, [hostId])).get(hostId) ?? [];
  return (await readTags(context)).filter((tag) => held.includes(tag.tagUuid));
};

type Given = Received<typeof tags.create>['body'];

/** Directory tags come from the directory; nobody makes or changes them by hand. */
const refuseDirectory = (kind: number): void => {
  if (kind === tagKind.AzureGroupTag) throw invalid('Tags of directory groups are made by the directory');
};

export const createTag = async (context: Context, given: Given, tagId: string = randomUUIDv7()): Promise<Tag> => {
  const { customerId, siteId } = siteOf(context);
  refuseDirectory(given.tagKind);
  const restart = given.tagKind === tagKind.RestartTag ? (given.restartSettings ?? defaultRestart) : undefined;
  const row: TagRow = {
    customer_id: customerId,
    site_id: siteId,
    tag_id: tagId,
    kind: given.tagKind,
    name: given.tagName,
    seconds_until_force: restart?.secondsUntilForce ?? null,
    snooze_seconds: restart?.snoozeSeconds ?? null,
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

export const changeTag = async (
  context: Context,
  tagId: string,
  given: Received<typeof tags.update>['body'],
  kind?: number,
): Promise<Tag> => {
  const before = await findRow(context, tagId, kind);
  refuseDirectory(before.kind);
  const restart = before.kind === tagKind.RestartTag ? given.restartSettings : undefined;
  const after = {
    ...before,
    name: given.tagName ?? before.name,
    seconds_until_force: restart?.secondsUntilForce ?? before.seconds_until_force,
    snooze_seconds: restart?.snoozeSeconds ?? before.snooze_seconds,
  };
  const isSaved = await updateTag(context.tx, after, given.serialNumber).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
  if (!isSaved) throw saveConflict('The tag was changed by somebody else');
  await recordHostAct(context, 'tag.change', 'tag', tagId, {
    before: { tagName: before.name },
    after: { tagName: after.name },
  });
  return readTag(context, tagId);
};

export const removeTag = async (context: Context, tagId: string, kind?: number): Promise<void> => {
  const row = await findRow(context, tagId, kind);
  refuseDirectory(row.kind);
  await deleteTag(context.tx, row);
  await recordHostAct(context, 'tag.delete', 'tag', tagId, { before: { tagName: row.name } });
};
