import { constants } from '@patchkeep/contract/constants';
import type { Context } from '../../platform/context.ts';
import { listWriterNames } from '../identity/public.ts';

/** The names of others who can confirm a change of a site, or of the system; none where a second person is not needed. */
export const confirmersOf = async (
  { tx, principal: { customerId, userId } }: Context,
  { siteId, needsSecondPerson }: { siteId: string | null; needsSecondPerson: boolean },
): Promise<string[]> =>
  needsSecondPerson
    ? listWriterNames(tx, { customerId, siteId, exceptUserId: userId, limit: constants.confirmersShown })
    : [];
