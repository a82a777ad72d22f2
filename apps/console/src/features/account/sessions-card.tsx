import { account, type OwnSession } from '@patchkeep/contract/account';
import { unableTo } from '@patchkeep/contract/operations';
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Monitor from 'lucide-react/icons/monitor';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card/section-card.tsx';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { sessionsQuery } from './account.queries.ts';
import s from './account.module.css';

const operation = { verb: 'stop', thing: 'session' } as const;
const nameOf = ({ browser }: OwnSession) => browser ?? 'Unknown browser';

/** Where one is signed in, and the way to end what one does not know. */
export function SessionsCard() {
  const query = useQuery(sessionsQuery);
  const ending = useAct(
    ({ sessionUuid }: OwnSession) => call(account.endSession, { params: { id: sessionUuid } }, { operation }),
    { touches: ['account'] },
  );
  const endingOthers = useAct(() => call(account.endOtherSessions, {}, { operation }), { touches: ['account'] });
  const sessions = query.data?.sessions;
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <SectionCard
      title="Sessions"
      actions={
        hasOthers && (
          <Button
            isPending={endingOthers.isPending}
            onPress={() =>
              endingOthers.mutate(undefined, {
                onSuccess: ({ count }) =>
                  notify({ tone: 'success', text: `${formatCount(count, 'other session')} ended.` }),
              })
            }
          >
            End all other sessions
          </Button>
        )
      }
    >
      <p className="muted">
        Where you are signed in. If you do not know one of them, end it and then change your password.
      </p>
      {query.isPending && <Spinner isBlock />}
      {query.isError && !sessions && (
        <Banner tone="danger" action={{ label: 'Try again', onPress: () => void query.refetch() }}>
          {unableTo({ verb: 'fetch', thing: 'session' })}
        </Banner>
      )}
      <ul className={s['sessions']} aria-label="Your sessions">
        {sessions?.map((each) => (
          <li key={each.sessionUuid} className={s['session']}>
            <Monitor size={20} aria-hidden />
            <div className={s['where']}>
              <strong>{nameOf(each)}</strong>{' '}
              {each.isCurrent && (
                <Badge tone="ok" icon={Check}>
                  This session
                </Badge>
              )}
              <div className="muted">
                {each.address ?? 'Unknown address'}, signed in <RelativeTime at={each.signedIn} />, last seen{' '}
                <RelativeTime at={each.lastSeen} />
              </div>
            </div>
            {!each.isCurrent && (
              <Button
                size="small"
                isDisabled={ending.isPending}
                aria-label={`End the session of ${nameOf(each)}`}
                onPress={() =>
                  ending.mutate(each, { onSuccess: () => notify({ tone: 'success', text: 'Session ended.' }) })
                }
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
