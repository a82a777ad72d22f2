import { savedViews, type ViewList } from '@patchkeep/contract/saved-views';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/client.ts';
import { asFailure } from '../../lib/failure.ts';
import { markOld } from '../../lib/query-client.ts';
import { useSession } from '../../lib/use-stores.ts';
import { noteTaken, untakenViews } from './browser-views.ts';

const saving = { operation: { verb: 'save', thing: 'saved views' } } as const;
/** Places that are being taken over in this tab. */
const begun = new Set<string>();

/**
 * Saves the views that only this browser kept, once for each user and site, without a word. A failure leaves them for
 * the next time.
 */
export const useBrowserViews = (list: ViewList): void => {
  const queries = useQueryClient();
  const place = useSession(
    ({ userAccountUuid, handshake }) => `${userAccountUuid} ${handshake?.currentSite?.siteAccountUuid ?? ''}`,
  );
  useEffect(() => {
    const drafts = untakenViews(list, place);
    if (drafts.length === 0 || begun.has(`${list} ${place}`)) return;
    begun.add(`${list} ${place}`);
    const take = async () => {
      for (const body of drafts) {
        try {
          await call(savedViews.create, { body }, saving);
        } catch (thrown) {
          // Refused as such: the name is taken, or there are too many. Asking again would not help.
          if (asFailure(thrown).type !== 400) return;
        }
      }
      noteTaken(list, place);
      await markOld(queries, { queryKey: ['savedView'] });
    };
    void take();
  }, [list, place, queries]);
};
