import { ssoAccount } from '@patchkeep/contract/single-sign-on';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card/section-card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ssoQuery } from './account.queries.ts';

/** Connects an account that has a password with the identity provider; shown only where there is one. */
export function SsoCard() {
  const { data } = useQuery(ssoQuery);
  const begin = useAct(
    () => call(ssoAccount.begin, {}, { retries: 0, operation: { verb: 'update', thing: 'account info' } }),
    { touches: [] },
  );
  if (!data || (data.offered === null && data.linked.length === 0)) return null;
  const [linked] = data.linked;
  return (
    <SectionCard title="Single sign-on">
      {linked ? (
        <p>
          Your account is connected with {linked.label} since <RelativeTime at={linked.created} />
          {linked.lastUsed === null ? (
            '.'
          ) : (
            <>
              , and was last signed in by it <RelativeTime at={linked.lastUsed} />.
            </>
          )}
        </p>
      ) : (
        <>
          <p>
            Connect your account with {data.offered?.label}. From then on you can sign in by your organisation. You are
            sent there now to say who you are.
          </p>
          <div>
            <Button
              isPending={begin.isPending}
              onPress={() => begin.mutate(undefined, { onSuccess: ({ address }) => location.assign(address) })}
            >
              Connect with your organisation
            </Button>
          </div>
        </>
      )}
    </SectionCard>
  );
}
