import { activityLog } from '@patchkeep/contract/activity-log';
import type { Mount } from '../../platform/http/mount.ts';
import { listActivities, listChain, listCheckpoints } from './activities.service.ts';

export const activityLogRoutes = (mount: Mount): void => {
  mount(activityLog.account, (context, { query }) => listActivities(context, 'site', query));
  mount(activityLog.system, (context, { query }) => listActivities(context, 'system', query));
  mount(activityLog.accountChain, (context, { query }) => listChain(context, 'site', query));
  mount(activityLog.systemChain, (context, { query }) => listChain(context, 'system', query));
  mount(activityLog.accountCheckpoints, (context, { query }) => listCheckpoints(context, 'site', query));
  mount(activityLog.systemCheckpoints, (context, { query }) => listCheckpoints(context, 'system', query));
};
