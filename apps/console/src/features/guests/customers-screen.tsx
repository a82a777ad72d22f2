import { type EnterableCustomer, guestRequests, type OpenRequest } from '@patchkeep/contract/guests';
import { unableTo } from '@patchkeep/contract/operations';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Building2 from 'lucide-react/icons/building-2';
import LinkIcon from 'lucide-react/icons/link';
import { type ReactNode, useState } from 'react';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { useMay } from '../../lib/use-may.ts';
import { useSession } from '../../lib/use-stores.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card/section-card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { EnterDialog } from './enter-dialog.tsx';
import { customersQuery, requestsQuery } from './guests.queries.ts';
import s from './guests.module.css';

/** What the address asks for: a customer, and a site there. */
interface Wanted {
  customerUuid: string | undefined;
  siteUuid: string | undefined;
}

const sitesText = ({ sites }: EnterableCustomer): string => {
  const names = sites.map(({ siteName }) => siteName);
  return names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
};

function OpenRequests() {
  const query = useQuery(requestsQuery);
  const [isAsking, setAsking] = useState(false);
  const revoking = useAct(
    ({ requestUuid }: OpenRequest) =>
      call(
        guestRequests.revoke,
        { params: { id: requestUuid } },
        { operation: { verb: 'remove', thing: 'site users' } },
      ),
    { touches: ['user'] },
  );
  const requests = query.data?.requests ?? [];
  return (
    <SectionCard
      title="Links that nobody has accepted yet"
      actions={
        <Button variant="primary" isDisabled={!query.data} onPress={() => setAsking(true)}>
          Ask a customer
        </Button>
      }
    >
      {requests.length === 0 && <p className="muted">There are none.</p>}
      <ul className={s['list']} aria-label="Open links">
        {requests.map((each) => (
          <li key={each.requestUuid} className={s['row']}>
            <LinkIcon size={20} aria-hidden />
            <div className={s['what']}>
              <strong>{each.people.map(({ longName }) => longName).join(', ')}</strong>
              <div className="muted">
                Made <RelativeTime at={each.created} />, ends <RelativeTime at={each.expires} />
              </div>
            </div>
            <Button
              size="small"
              isDisabled={revoking.isPending}
              onPress={() =>
                revoking.mutate(each, {
                  onSuccess: () => notify({ tone: 'success', text: 'The link does not work any more.' }),
                })
              }
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {isAsking && query.data && <AskDialog candidates={query.data.candidates} onClose={() => setAsking(false)} />}
    </SectionCard>
  );
}

interface CustomersScreenProps {
  wanted: Wanted;
  /** The numbers of these customers. */
  overview: ReactNode;
  onDone: () => void;
}

/** The customers that let the user in, and for system administrators of a service provider the links that ask for it. */
export function CustomersScreen({ wanted, overview, onDone }: CustomersScreenProps) {
  const query = useQuery(customersQuery);
  const isAdmin = useMay('isSystemAdmin');
  const isGuest = useSession(({ handshake }) => handshake !== null && handshake.guestOf !== null);
  const [chosen, setChosen] = useState<EnterableCustomer>();
  const { customers = [], methods = [], currentCustomerUuid = null } = query.data ?? {};
  const others = customers.filter(({ customerUuid }) => customerUuid !== currentCustomerUuid);
  const entered = chosen ?? others.find(({ customerUuid }) => customerUuid === wanted.customerUuid);
  const hasFactor = methods.length > 0;
  const close = () => {
    setChosen(undefined);
    onDone();
  };
  return (
    <>
      <PageHead
        title={pages['/customers'].title}
        lead={query.data && `${formatCount(customers.length, 'customer')} let you in`}
      />
      <div className={s['stack']}>
        {query.isPending && <Spinner isBlock />}
        {query.isError && (
          <Banner tone="danger" action={{ label: 'Try again', onPress: () => void query.refetch() }}>
            {unableTo({ verb: 'fetch', thing: 'sites' })}
          </Banner>
        )}
        {query.data && !hasFactor && (
          <Banner tone="warning" word="Second factor">
            Entering a customer needs a second factor. Set one up in{' '}
            <Link to="/account-configuration">Account Configuration</Link> first.
          </Banner>
        )}
        {hasFactor && customers.length > 0 && overview}
        {query.data && (
          <SectionCard title="Customers that let you in">
            {customers.length === 0 && (
              <EmptyState icon={Building2} title="No customer yet">
                A customer appears here as soon as its system administrator accepts your link.
              </EmptyState>
            )}
            <ul className={s['list']} aria-label="Customers">
              {customers.map((each) => (
                <li key={each.customerUuid} className={s['row']}>
                  <Building2 size={20} aria-hidden />
                  <div className={s['what']}>
                    <strong>{each.customerName}</strong>
                    <div className="muted">{sitesText(each)}</div>
                  </div>
                  {each.customerUuid === currentCustomerUuid ? (
                    <span className="muted">You are here</span>
                  ) : (
                    <Button
                      isDisabled={!hasFactor}
                      aria-label={`Enter ${each.customerName}`}
                      onPress={() => setChosen(each)}
                    >
                      Enter
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </SectionCard>
        )}
        {isAdmin && !isGuest && <OpenRequests />}
      </div>
      {entered && hasFactor && (
        <EnterDialog
          key={entered.customerUuid}
          customer={entered}
          siteAccountUuid={entered.customerUuid === wanted.customerUuid ? wanted.siteUuid : undefined}
          hasPasskey={methods.includes('passkey')}
          onClose={close}
        />
      )}
    </>
  );
}
