import { useSearch } from '@tanstack/react-router';
import { FourEyesSetting } from '../../features/approvals/change-sets/four-eyes-setting.tsx';
import { ConfigurationScreen } from '../../features/configuration/configuration-screen.tsx';

export function ConfigurationPage() {
  const { tab, view } = useSearch({ from: '/shell/configuration' });
  return <ConfigurationScreen tab={tab} view={view} fourEyes={<FourEyesSetting level="site" />} />;
}
