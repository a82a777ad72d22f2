import './patching.tables.ts';

export { listGoalActivities } from './activities.service.ts';
export { countGoalTasks } from './goal-tasks.queries.ts';
export { jobPackages, writeGoalTasks } from './goal-tasks.service.ts';
export { hastenWork } from './hand-out.service.ts';
export { patchingAgentRoutes, patchingRoutes } from './patching.routes.ts';
export { plan, planCustomer } from './plan.jobs.ts';
export { noteProof, prove } from './prove.jobs.ts';
export { sweepFiles } from './sweep-files.jobs.ts';
export { readUpdateSeries } from './update-history.service.ts';
