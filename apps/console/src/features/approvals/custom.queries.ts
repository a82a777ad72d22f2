import { customizations } from '@patchkeep/contract/customization';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';

/** What a tag approval has set, and what its channel can be told. */
export const customSettingsQuery = (tagApprovalUuid: string) =>
  queryOptions({
    queryKey: ['approvals', 'custom-settings', tagApprovalUuid],
    queryFn: ({ signal }) =>
      call(
        customizations.prefill,
        { params: { id: tagApprovalUuid } },
        { signal, operation: { verb: 'fetch', thing: 'approvals' } },
      ),
    // A form is filled from it once; an answer of another day must not be the first that is shown.
    staleTime: 0,
    gcTime: 0,
    meta: { isSilent: true },
  });
