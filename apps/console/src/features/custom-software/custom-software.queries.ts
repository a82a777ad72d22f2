import { approverKeys, customSoftware } from '@patchkeep/contract/custom-software';
import { queryOptions } from '@tanstack/react-query';
import { seesCustomSoftware } from '../../acts/custom-software/custom-software.queries.ts';
import { call } from '../../lib/client.ts';
import { useSession } from '../../lib/use-stores.ts';

const fetchCustom = { verb: 'fetch', thing: 'custom deployment configs' } as const;
const fetchApprovers = { verb: 'fetch', thing: 'approvers' } as const;

/** Who vouches for custom software at the site; like its list not asked for where that is switched off. */
const approversQuery = (isOffered: boolean) =>
  queryOptions({
    queryKey: ['approvers', 'now'],
    queryFn: ({ signal }) => call(approverKeys.read, {}, { signal, operation: fetchApprovers }),
    enabled: isOffered,
    // Candidates are users with passkeys.
    meta: { alsoOf: ['user'], isShownInPlace: true },
  });
export const useApproversQuery = () => approversQuery(useSession(seesCustomSoftware));

/* What is to be signed is asked for each time: a statement that another has replaced is refused. The first to ask has
   it made. */
export const packageToSignQuery = (id: string) =>
  queryOptions({
    queryKey: ['customSoftware', 'to-sign', id],
    queryFn: ({ signal }) => call(customSoftware.prepare, { params: { id } }, { signal, operation: fetchCustom }),
    meta: { alsoOf: ['approvers'], isShownInPlace: true },
    gcTime: 0,
  });
export const approversToSignQuery = queryOptions({
  queryKey: ['approvers', 'to-sign'],
  queryFn: ({ signal }) => call(approverKeys.toSign, {}, { signal, operation: fetchApprovers }),
  meta: { isShownInPlace: true },
  gcTime: 0,
});
