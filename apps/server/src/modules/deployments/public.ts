import './deployments.tables.ts';

export { deploymentRoutes } from './deployments.routes.ts';
export { isInLiveJob } from './in-live-job.queries.ts';
export { planGoals, writeGoal } from './goals.jobs.ts';
export { jobActs } from './gated-jobs.service.ts';
export { chosenOfApplications } from './job-configs.service.ts';
export { jobsAbout } from './jobs-about.service.ts';
