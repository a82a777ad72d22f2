import type { SiteRef } from '@patchkeep/contract/sites';
import { siteSwitcher } from '@patchkeep/rules/user-menu';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Building2 from 'lucide-react/icons/building-2';
import { customersQuery } from '../../features/guests/guests.queries.ts';
import { useSession } from '../../lib/use-stores.ts';
import { FilterMenuButton } from '../../ui/filter-menu.tsx';
import { MenuItem, MenuSection } from '../../ui/menu.tsx';
import { useSwitchSite } from './use-switch-site.ts';

const itemOf = ({ siteAccountUuid, siteName }: SiteRef) => (
  <MenuItem key={siteAccountUuid} id={siteAccountUuid} textValue={siteName}>
    {siteName}
  </MenuItem>
);

/** The sites to switch to; for somebody of a service provider by customer, those of the present one first. */
export function SiteSwitcher() {
  const handshake = useSession((session) => session.handshake);
  const choose = useSwitchSite();
  const navigate = useNavigate();
  const isOfProvider = handshake?.mayEnterCustomers ?? false;
  const { data } = useQuery({ ...customersQuery, enabled: isOfProvider });
  if (!handshake) return null;
  const { currentSite, sites, customerName } = handshake;
  const customers = data?.customers.filter(({ customerUuid }) => customerUuid !== data.currentCustomerUuid) ?? [];
  const switcher = siteSwitcher(currentSite, sites, customers.length > 0);
  if (!switcher) return null;
  const isGrouped = customers.length > 0;
  const go = (key: string) => {
    const customer = customers.find((each) => each.sites.some(({ siteAccountUuid }) => siteAccountUuid === key));
    if (!customer) choose(key);
    else void navigate({ to: '/customers', search: { customerUuid: customer.customerUuid, siteUuid: key } });
  };
  const others = switcher.others.map(itemOf);
  return (
    <FilterMenuButton
      label={handshake.guestOf === null ? switcher.label : `${customerName}: ${switcher.label}`}
      filterLabel="Find a site"
      icon={Building2}
      onAction={(key) => go(String(key))}
    >
      {isGrouped && others.length > 0 ? <MenuSection title={customerName}>{others}</MenuSection> : others}
      {customers.map((each) => (
        <MenuSection key={each.customerUuid} title={each.customerName}>
          {each.sites.map(itemOf)}
        </MenuSection>
      ))}
    </FilterMenuButton>
  );
}
