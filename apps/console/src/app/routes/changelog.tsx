import { ChangelogScreen } from '../../features/changelog/changelog-screen.tsx';

export function ChangelogPage() {
  return <ChangelogScreen />;
}
