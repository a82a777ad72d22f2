import { type CustomConfig, customSoftware } from '@patchkeep/contract/custom-software';
import { mayCall } from '@patchkeep/rules/permissions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import type { Session } from '../../lib/session-store.ts';
import { useSession } from '../../lib/use-stores.ts';

/** Custom software is switched on for the customer, and this user may see that of the site. */
export const seesCustomSoftware = ({ subject }: Pick<Session, 'subject'>): boolean =>
  subject?.customerSettings.isCustomSoftwareEnabled === true && mayCall('canViewCustomDeployments', subject);

/** Custom software of the site, by title. Where it is switched off nothing is asked for. */
export const customListQuery = (isOffered: boolean) =>
  queryOptions({
    queryKey: ['customSoftware', 'list'],
    queryFn: async ({ signal }): Promise<CustomConfig[]> => {
      const operation = { verb: 'fetch', thing: 'custom deployment configs' } as const;
      return (await call(customSoftware.list, {}, { signal, operation })).customDeploymentConfigs;
    },
    enabled: isOffered,
    // Files are examined, and who vouches may change: both say how it stands.
    meta: { alsoOf: ['approvers', 'resource'], isShownInPlace: true },
  });

export const useCustomListQuery = () => customListQuery(useSession(seesCustomSoftware));
