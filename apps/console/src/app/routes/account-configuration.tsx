import { AccountScreen } from '../../features/account/account-screen.tsx';
import { SecondFactorsSection } from '../../features/factors/second-factors-section.tsx';

export function AccountConfigurationPage() {
  return (
    <AccountScreen>
      <SecondFactorsSection />
    </AccountScreen>
  );
}
