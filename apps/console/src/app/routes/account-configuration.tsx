import { AccountScreen } from '../../features/account/account-screen.tsx';

/** Sections of other features, such as second factors, are handed to the screen as children. */
export function AccountConfigurationPage() {
  return <AccountScreen />;
}
