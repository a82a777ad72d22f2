import type { Context } from '../../platform/context.ts';
import { recordActOfCaller } from '../audit/public.ts';
import { changeSetState } from './change-sets.presenter.ts';
import { insertChangeSet } from './change-sets.repository.ts';
import type { ChangeSetRow } from './changes.tables.ts';

/** A change that nobody confirmed by then is gone. */
const awaitMs = 24 * 3_600_000;

/** Writes what was done into the chain of the site, or of the customer, and tells the consoles to look again. */
export const recordChange = async (
  context: Context,
  verb: string,
  { change_set_id, site_id, kind }: Pick<ChangeSetRow, 'change_set_id' | 'site_id' | 'kind'>,
  change: { before?: unknown; after?: unknown },
): Promise<void> => {
  await recordActOfCaller(context, {
    siteId: site_id,
    verb: `${kind === 'approval' ? 'approval' : 'change'}.${verb}`,
    objectKind: 'changeSet',
    objectId: change_set_id,
    ...change,
  });
  context.emit({
    thing: 'approvals',
    id: change_set_id,
    ...(site_id !== null && { siteAccountUuid: site_id }),
  });
};

/** Leaves a change to a second person: it is kept and recorded, and nothing else is written. */
export const keepForSecondPerson = async (
  context: Context,
  row: ChangeSetRow,
  change: { before?: unknown; after?: unknown },
): Promise<ChangeSetRow> => {
  const awaiting = {
    ...row,
    state: changeSetState.awaiting,
    expires_at: new Date(context.now.getTime() + awaitMs),
  };
  await insertChangeSet(context.tx, awaiting);
  await recordChange(context, 'request', awaiting, change);
  return awaiting;
};
