import './patching.tables.ts';

export { listGoalActivities, readTasksOfHost } from './activity/activities.service.ts';
export { retryAct } from './activity/retries.service.ts';
export { countUnsolved } from './activity/activity-result.queries.ts';
export { selectUpdateTotals, type UpdateTotalsRow } from './activity/update-totals.queries.ts';
export { countGoalTasks, type GoalKey, selectLastOfGoal, selectMovedHosts } from './planning/goal-tasks.queries.ts';
export {
  type DueWork,
  jobAbility,
  jobPackages,
  type JobSubject,
  writeGoalTasks,
} from './planning/goal-tasks.service.ts';
export { hastenJobs, hastenWork } from './tasks/enqueue-tasks.service.ts';
export { patchingAgentRoutes, patchingRoutes } from './patching.routes.ts';
export { plan, planCustomer, planNow } from './planning/plan.jobs.ts';
export { requestVerification, verify } from './verification/verify.jobs.ts';
export { sweepFiles } from './delivery/sweep-files.jobs.ts';
export { markOpenTasksUnknown, supersedeGoalTasks } from './tasks/tasks.repository.ts';
export { readUpdateSeries } from './verification/update-history.service.ts';
export { readRecognised } from './verification/recognised.service.ts';
export { customKind } from './tasks/custom.rules.ts';
export { readShown, type ShownSoftware } from './verification/shown.service.ts';
