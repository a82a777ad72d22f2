import { SupportScreen } from '../../features/support/support-screen.tsx';

export function SupportPage() {
  return <SupportScreen />;
}
