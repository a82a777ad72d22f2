import { randomUUIDv7 } from 'node:crypto';
import type { Received } from '@patchkeep/contract/endpoint';
import { keptSearch, type SavedView, savedViewLimits, type savedViews } from '@patchkeep/contract/saved-views';
import type { Context } from '../../platform/context.ts';
import { invalid, notFound, saveConflict } from '../../platform/errors.ts';
import { recordSiteAct, siteOf } from '../hosts/public.ts';
import { deleteView, insertView, type ListedView, selectViews, updateView } from './views.repository.ts';
import type { SavedViewRow } from './views.tables.ts';

type Draft = Received<typeof savedViews.create>['body'];
type Change = Received<typeof savedViews.update>['body'];

const present = (row: ListedView): SavedView => ({
  viewUuid: row.view_id,
  list: row.list,
  name: row.name,
  search: row.search,
  columns: row.columns,
  isShared: row.is_shared,
  owner: row.owner,
  serialNumber: row.serial_number,
});

const recorded = ({ list, name, search, columns }: SavedViewRow) => ({ list, name, search, columns });

const read = ({ tx, principal }: Context, { customerId, siteId }: ReturnType<typeof siteOf>) =>
  selectViews(tx, customerId, siteId, principal.userId);

export const listViews = async (context: Context): Promise<SavedView[]> =>
  (await read(context, siteOf(context))).map(present);

/** A view by its id: a shared one, or one of the caller's own. The calls for the one do not find the other. */
const find = async (context: Context, viewId: string, isShared: boolean): Promise<ListedView> => {
  const rows = await read(context, siteOf(context));
  const found = rows.find((row) => row.view_id === viewId && row.is_shared === isShared);
  if (!found) throw notFound();
  return found;
};

const answer = async (context: Context, viewId: string): Promise<SavedView> => {
  const found = (await listViews(context)).find(({ viewUuid }) => viewUuid === viewId);
  if (!found) throw notFound();
  return found;
};

/** In one list no two views that stand below each other have the same name. */
const refuseSameName = async (context: Context, row: SavedViewRow): Promise<void> => {
  const others = (await read(context, siteOf(context))).filter((other) => other.view_id !== row.view_id);
  const isSame = (other: SavedViewRow) =>
    other.is_shared === row.is_shared && other.list === row.list && other.name.toLowerCase() === row.name.toLowerCase();
  if (others.some(isSame))
    throw invalid(
      row.is_shared
        ? 'The site has a view of this name. Choose another one.'
        : 'You have a view of this name. Choose another one.',
    );
};

const refuseTooMany = async (context: Context, row: SavedViewRow): Promise<void> => {
  const most = row.is_shared ? savedViewLimits.shared : savedViewLimits.own;
  const alike = (await read(context, siteOf(context))).filter(({ is_shared }) => is_shared === row.is_shared);
  if (alike.length >= most)
    throw invalid(
      row.is_shared
        ? `A site can share ${most} views. Delete one first.`
        : `You can keep ${most} views. Delete one first.`,
    );
};

export const createView = async (context: Context, { name, of, columns }: Draft): Promise<SavedView> => {
  const { customerId, siteId } = siteOf(context);
  const row: SavedViewRow = {
    customer_id: customerId,
    site_id: siteId,
    view_id: randomUUIDv7(),
    owner_id: context.principal.userId,
    is_shared: false,
    list: of.list,
    name,
    search: keptSearch(of.list, of.search),
    columns,
    serial_number: 1,
    created_at: context.now,
  };
  await refuseSameName(context, row);
  await refuseTooMany(context, row);
  await insertView(context.tx, row);
  return answer(context, row.view_id);
};

const save = async (context: Context, row: SavedViewRow, seenSerial: number): Promise<void> => {
  if (!(await updateView(context.tx, row, seenSerial)))
    throw saveConflict('Somebody else has saved this view meanwhile');
};

export const changeView = async (
  context: Context,
  viewId: string,
  { name, of, columns, serialNumber }: Change,
  isShared: boolean,
): Promise<SavedView> => {
  const { owner: _, ...before } = await find(context, viewId, isShared);
  if (of && of.list !== before.list) throw invalid('A view stays with its list');
  const after: SavedViewRow = {
    ...before,
    name: name ?? before.name,
    search: of ? keptSearch(of.list, of.search) : before.search,
    columns: columns ?? before.columns,
  };
  if (name !== undefined) await refuseSameName(context, after);
  await save(context, after, serialNumber);
  if (isShared)
    await recordSiteAct(context, 'savedView.change', 'savedView', viewId, {
      before: recorded(before),
      after: recorded(after),
    });
  return answer(context, viewId);
};

export const removeView = async (context: Context, viewId: string): Promise<void> => {
  await deleteView(context.tx, await find(context, viewId, false));
};

export const shareView = async (context: Context, viewId: string): Promise<SavedView> => {
  const { owner: _, ...own } = await find(context, viewId, false);
  const row = { ...own, is_shared: true };
  await refuseSameName(context, row);
  await refuseTooMany(context, row);
  await save(context, row, own.serial_number);
  await recordSiteAct(context, 'savedView.share', 'savedView', viewId, { after: recorded(row) });
  return answer(context, viewId);
};

/** It goes back to who saved it, so that nothing is lost; only that person can delete it for good. */
export const unshareView = async (context: Context, viewId: string): Promise<void> => {
  const { owner: _, ...shared } = await find(context, viewId, true);
  await save(context, { ...shared, is_shared: false }, shared.serial_number);
  await recordSiteAct(context, 'savedView.unshare', 'savedView', viewId, { before: recorded(shared) });
};
