import type { Context } from '../../platform/context.ts';
import { recordAct } from '../audit/public.ts';
import type { ChangeSetRow } from './changes.tables.ts';

/** Writes what was done into the chain of the site, or of the customer, and tells the consoles to look again. */
export const recordChange = async (
  context: Context,
  verb: string,
  { change_set_id, site_id, kind }: Pick<ChangeSetRow, 'change_set_id' | 'site_id' | 'kind'>,
  change: { before?: unknown; after?: unknown },
): Promise<void> => {
  const { customerId, userId, sessionId } = context.principal;
  await recordAct(context.tx, context, {
    customerId,
    siteId: site_id,
    actorId: userId,
    credentialId: sessionId,
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
