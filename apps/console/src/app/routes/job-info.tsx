import { useNavigate, useSearch } from '@tanstack/react-router';
import { JobScreen } from '../../features/jobs/job/job-screen.tsx';

export function JobPage() {
  const { goalUuid, tab } = useSearch({ from: '/shell/deployment/job-info' });
  const navigate = useNavigate();
  return (
    <JobScreen
      key={goalUuid}
      goalUuid={goalUuid}
      tab={tab}
      onTab={(next) => void navigate({ to: '/deployment/job-info', search: { goalUuid, tab: next }, replace: true })}
    />
  );
}
