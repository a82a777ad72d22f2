import { CreateJobScreen } from '../../features/jobs/create/create-job-screen.tsx';

export function CreateJobPage() {
  return <CreateJobScreen />;
}
