import './deployments.tables.ts';

export { deploymentRoutes } from './deployments.routes.ts';
export { writeGoal } from './goals.jobs.ts';
export { jobAct } from './gated-job.service.ts';
