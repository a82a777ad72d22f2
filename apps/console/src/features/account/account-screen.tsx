import { unableTo } from '@patchkeep/contract/operations';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { accountQuery } from './account.queries.ts';
import { AppearanceCard } from './appearance-card.tsx';
import { IdentityCard } from './identity-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SsoCard } from './sso-card.tsx';

interface AccountScreenProps {
  /** Sections of other features, which stand behind the one of the password. */
  children?: ReactNode;
}

/** Everything that is about the person who is signed in. */
export function AccountScreen({ children }: AccountScreenProps) {
  const info = useQuery(accountQuery);
  return (
    <>
      <PageHead title={pages['/account-configuration'].title} />
      {info.data && <IdentityCard info={info.data} />}
      {info.isPending && <Spinner isBlock />}
      {info.isError && !info.data && (
        <Banner tone="danger" action={{ label: 'Try again', onPress: () => void info.refetch() }}>
          {unableTo({ verb: 'fetch', thing: 'account info' })}
        </Banner>
      )}
      {info.data && !info.data.isSsoLoginOnly && (
        <PasswordCard username={info.data.username} isMfaEnabled={info.data.isMfaEnabled} />
      )}
      <SsoCard />
      {children}
      <SessionsCard />
      <AppearanceCard />
    </>
  );
}
