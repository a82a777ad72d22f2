import { useNavigate, useSearch } from '@tanstack/react-router';
import { CustomSoftwareScreen, customTabs } from '../../features/custom-software/custom-software-screen.tsx';

export function CustomSoftwarePage() {
  const { tab } = useSearch({ from: '/shell/deployment/custom-create-job' });
  const navigate = useNavigate();
  return (
    <CustomSoftwareScreen
      tab={customTabs.find((each) => each === tab) ?? 'software'}
      onTab={(next) =>
        void navigate({
          to: '/deployment/custom-create-job',
          search: next === 'software' ? {} : { tab: next },
        })
      }
    />
  );
}
