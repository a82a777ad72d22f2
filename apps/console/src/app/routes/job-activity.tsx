import { useSearch } from '@tanstack/react-router';
import { JobActivityScreen } from '../../features/patching/job-activity-screen.tsx';

export function JobActivityPage() {
  // The same page below five addresses: each says another part of its search.
  return <JobActivityScreen of={useSearch({ strict: false })} />;
}
