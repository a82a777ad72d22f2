import { goals } from '@patchkeep/contract/goals';
import type { Mount } from '../../platform/http/mount.ts';
import { deploy, listGoals, listJobActivities, previewDeploy, readGoal } from './goals.service.ts';

export const deploymentRoutes = (mount: Mount): void => {
  mount(goals.preview, (context, { body }) => previewDeploy(context, body));
  mount(goals.deploy, (context, { body }) => deploy(context, body));
  mount(goals.activities, (context, { query }) => listJobActivities(context, query));
  mount(goals.list, (context, { query }) => listGoals(context, query));
  mount(goals.read, (context, { params }) => readGoal(context, params.id));
};
