import { deploymentConfigs } from '@patchkeep/contract/deployment-configs';
import { goals } from '@patchkeep/contract/goals';
import { hostTargets } from '@patchkeep/contract/host-targets';
import type { Mount } from '../../platform/http/mount.ts';
import { commandGoals, editGoal } from './edit-goal.service.ts';
import { listJobActivities, makeJob, previewJob } from './goals.service.ts';
import { listHostTargets } from './host-targets.service.ts';
import { readJobConfig, saveJobConfig } from './job-configs.service.ts';
import { listGoalHosts, listGoals, readGoal } from './listed-goals.service.ts';

export const deploymentRoutes = (mount: Mount): void => {
  mount(goals.preview, (context, { body }) => previewJob(context, body));
  mount(goals.previewScheduled, (context, { body }) => previewJob(context, body));
  mount(goals.deploy, (context, { body }) => makeJob(context, body, 'now'));
  mount(goals.schedule, (context, { body }) => makeJob(context, body, 'inspection'));
  mount(goals.activities, (context, { query }) => listJobActivities(context, query));
  mount(goals.list, (context, { query }) => listGoals(context, query));
  mount(goals.ofHost, (context, { params, query }) => listGoals(context, { ...query, agentUuid: params.id }));
  mount(goals.ofGroup, (context, { params, query }) => listGoals(context, { ...query, groupUuid: params.id }));
  mount(goals.abort, (context, { body }) => commandGoals(context, body, 'abort'));
  mount(goals.resume, (context, { body }) => commandGoals(context, body, 'resume'));
  mount(goals.read, (context, { params }) => readGoal(context, params.id));
  mount(goals.hosts, (context, { params, query }) => listGoalHosts(context, params.id, query));
  mount(deploymentConfigs.read, (context, { params }) => readJobConfig(context, params.id));
  mount(deploymentConfigs.save, (context, { params, body }) => saveJobConfig(context, params.id, body));
  mount(hostTargets.list, (context, { query }) => listHostTargets(context, query));
  mount(goals.edit, (context, { params, body }) => editGoal(context, params.id, body));
};
