import { type Customization, customizations } from '@patchkeep/contract/customization';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';

const operation = { verb: 'fetch', thing: 'approvals' } as const;

/** What a tag has set for a channel, and what the channel can be told; nothing is set where nothing was ever decided. */
export const customSettingsQuery = (tagApprovalUuid: string | null, channelTag: string) =>
  queryOptions({
    queryKey: ['approvals', 'custom-settings', tagApprovalUuid, channelTag],
    queryFn: async ({ signal }) => {
      if (tagApprovalUuid !== null)
        return call(customizations.prefill, { params: { id: tagApprovalUuid } }, { signal, operation });
      const config = await call(customizations.config, { params: { channel: channelTag } }, { signal, operation });
      const nothing: Customization = { configTag: config.configTag, selectors: {}, installOptions: {}, files: {} };
      return { config, customization: nothing, isComplete: false };
    },
    // A form is filled from it once; an answer of another day must not be the first that is shown.
    staleTime: 0,
    gcTime: 0,
    meta: { isShownInPlace: true },
  });
