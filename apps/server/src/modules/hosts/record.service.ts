import type { ConsoleHint } from '@patchkeep/contract/hints';
import type { Context } from '../../platform/context.ts';
import { recordAct } from '../audit/public.ts';
import { siteOf } from './site.ts';

interface Change {
  before?: unknown;
  after?: unknown;
}

/** Writes an act on the site into its chain. */
export const recordSiteEntry = async (
  context: Context,
  verb: string,
  objectKind: string,
  objectId: string,
  change: Change = {},
): Promise<void> => {
  const { customerId, siteId } = siteOf(context);
  const { userId, sessionId } = context.principal;
  await recordAct(context.tx, context, {
    customerId,
    siteId,
    actorId: userId,
    credentialId: sessionId,
    verb,
    objectKind,
    objectId,
    ...change,
  });
};

/** Writes an act on the site into its chain and tells the consoles that look at it. */
export const recordHostAct = async (
  context: Context,
  verb: string,
  objectKind: ConsoleHint,
  objectId: string,
  change: Change = {},
): Promise<void> => {
  await recordSiteEntry(context, verb, objectKind, objectId, change);
  context.emit({ thing: objectKind, id: objectId, siteAccountUuid: siteOf(context).siteId });
};
