import type { ConsoleHint } from '@patchkeep/contract/hints';
import type { Context } from '../../platform/context.ts';
import { recordActOfCaller } from '../audit/public.ts';
import { siteOf } from './site.service.ts';

interface Change {
  before?: unknown;
  after?: unknown;
}

/** Writes an act on a site to the site's audit log. */
export const recordSiteEntry = async (
  context: Context,
  verb: string,
  objectKind: string,
  objectId: string,
  change: Change = {},
): Promise<void> => {
  await recordActOfCaller(context, { siteId: siteOf(context).siteId, verb, objectKind, objectId, ...change });
};

/** Writes an act on a site to its audit log, and tells the open consoles of the site what changed. */
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
