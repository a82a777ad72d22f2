import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ListX from 'lucide-react/icons/list-x';
import { useMay } from '../../../lib/use-may.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyPage } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Tabs, type TabSpec } from '../../../ui/tabs.tsx';
import { JobStateBadge } from '../job-badges.tsx';
import { JobBanner } from '../job-banner.tsx';
import { mayResume, mayStop, typeText } from '../job-text.ts';
import { jobQuery } from '../jobs.queries.ts';
import { useEditJobs } from '../use-edit-jobs.ts';
import { useJobActs } from '../use-job-acts.ts';
import { JobActionsTab } from './job-actions-tab.tsx';
import { JobDetailsTab } from './job-details-tab.tsx';
import { JobHostsTab } from './job-hosts-tab.tsx';
import { JobNotices } from './job-notices.tsx';
import { JobSummary } from './job-summary.tsx';
import { JobTargetsTab } from './job-targets-tab.tsx';

const { title: pageTitle } = pages['/deployment/job-info'];

interface JobScreenProps {
  goalUuid: string | undefined;
  tab: string | undefined;
  onTab: (tab: string) => void;
}

/** One job: what it does, for whom, where it stands, and how far each host has come. */
export function JobScreen({ goalUuid, tab, onTab }: JobScreenProps) {
  const query = useQuery({ ...jobQuery(goalUuid ?? ''), enabled: goalUuid !== undefined });
  const mayDeploy = useMay('canDeploySoftware');
  const acts = useJobActs();
  const edit = useEditJobs();
  if (!query.data) return <NoJob isPending={goalUuid !== undefined && query.isPending} />;
  const { goal } = query.data;
  const tabs: readonly TabSpec<string>[] = [
    { id: 'hosts', label: 'Hosts', count: goal.agentCount, content: <JobHostsTab goal={goal} /> },
    { id: 'actions', label: 'Actions', count: goal.actions.length, content: <JobActionsTab goal={goal} /> },
    {
      id: 'targets',
      label: 'Targets',
      count: goal.hostTargetCount + goal.groupTargets.length + goal.tagTargets.length,
      content: <JobTargetsTab job={query.data} />,
    },
    { id: 'details', label: 'Details', content: <JobDetailsTab goal={goal} /> },
  ];
  return (
    <>
      <PageHead
        title={pageTitle}
        name={goal.title}
        actions={
          <>
            <Link to="/deployment/activity/job" search={{ goalUuid: goal.goalUuid }} className={buttonClass()}>
              Activity
            </Link>
            <Link to="/host-targets" search={{ goalUuid: goal.goalUuid }} className={buttonClass()}>
              Host Targets
            </Link>
            {mayDeploy && (
              <>
                <Button isPending={edit.isPending} onPress={() => edit.begin([goal])}>
                  Edit
                </Button>
                {mayResume(goal) && (
                  <Button variant="primary" isPending={acts.isPending} onPress={() => acts.resume([goal])}>
                    Resume
                  </Button>
                )}
                {mayStop(goal) && (
                  <Button variant="danger" isPending={acts.isPending} onPress={() => acts.stop([goal])}>
                    Stop
                  </Button>
                )}
              </>
            )}
          </>
        }
      >
        <JobStateBadge state={goal.state} />
        <span>
          {typeText[goal.jobType]} · {goal.createdBy === null ? 'created' : `created by ${goal.createdBy}`}
        </span>
      </PageHead>
      <JobBanner />
      <JobNotices goal={goal} />
      <JobSummary job={query.data} />
      <Tabs
        label={`About ${goal.title}`}
        selected={tabs.find(({ id }) => id === tab)?.id ?? 'hosts'}
        onSelect={onTab}
        tabs={tabs}
      />
    </>
  );
}

/** No job in the address, or none that this site knows; the exception dialog has said which. */
function NoJob({ isPending }: { isPending: boolean }) {
  if (isPending)
    return (
      <>
        <PageHead title={pageTitle} />
        <Spinner isBlock />
      </>
    );
  return (
    <EmptyPage
      pageTitle={pageTitle}
      icon={ListX}
      title="No job to show"
      action={
        <Link to="/deployment/jobs" className={buttonClass()}>
          Go to Jobs
        </Link>
      }
    >
      Choose one from the list of jobs.
    </EmptyPage>
  );
}
