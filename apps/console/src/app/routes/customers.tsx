import { useNavigate, useSearch } from '@tanstack/react-router';
import { CustomersOverview } from '../../features/dashboards/customers/customers-overview.tsx';
import { CustomersScreen } from '../../features/guests/customers-screen.tsx';

/** The customers that let the user in; the address may name the one to enter. */
export function CustomersPage() {
  const { customerUuid, siteUuid } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <CustomersScreen
      wanted={{ customerUuid, siteUuid }}
      overview={
        <CustomersOverview
          onEnter={(customer, site) =>
            void navigate({ to: '/customers', search: { customerUuid: customer, siteUuid: site } })
          }
        />
      }
      onDone={() => void navigate({ to: '/customers', search: {}, replace: true })}
    />
  );
}
