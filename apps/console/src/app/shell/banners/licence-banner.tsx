import { customer } from '@patchkeep/contract/customer-settings';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';
import { useSession } from '../../../lib/use-stores.ts';
import { Banner } from '../../../ui/banner.tsx';
import { formatCount, formatNumber } from '../../../ui/format.ts';

const askedAgainMs = 300_000;

/** More hosts heard of within 45 days than the customer has licences for: system administrators are told, nothing stops. */
export function LicenceBanner() {
  const isSystemAdmin = useSession(({ handshake }) => handshake?.isSystemAdmin === true);
  const { data } = useQuery({
    queryKey: ['site', 'licences'],
    queryFn: ({ signal }) => call(customer.readSettings, {}, { signal }),
    enabled: isSystemAdmin,
    refetchInterval: askedAgainMs,
    meta: { isSilent: true },
  });
  if (!data || data.licencesInUse <= data.hostLicenseCount) return null;
  return (
    <Banner tone="warning" word="Licences">
      {formatCount(data.licencesInUse, 'licence')} in use, {formatNumber(data.hostLicenseCount)} available. Patching
      goes on for every host.
    </Banner>
  );
}
