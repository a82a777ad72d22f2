import { useNavigate, useSearch } from '@tanstack/react-router';
import { readJobSearch, writeJobSearch } from '../../features/jobs/list/job-search.ts';
import { JobsScreen } from '../../features/jobs/list/jobs-screen.tsx';

export function JobsPage() {
  const search = useSearch({ from: '/shell/deployment/jobs' });
  const navigate = useNavigate();
  return (
    <JobsScreen
      search={readJobSearch(search)}
      onSearch={(next) => void navigate({ to: '/deployment/jobs', search: writeJobSearch(next) })}
    />
  );
}
