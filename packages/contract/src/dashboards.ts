import { z } from 'zod';
import { dashboardConfig } from './dashboard-config.ts';
import { dashboardData } from './dashboard-data.ts';
import { endpoint } from './endpoint.ts';
import { name, uuid } from './fields.ts';

const byId = z.object({ id: uuid });
/** A refresh by the clock and not by a person; a console shows no error when it fails. */
const periodic = z.object({ periodic: z.enum(['true', 'false']).default('false') });

/** A dashboard as it is listed. Whether it was changed and not saved (`isDirty`) is the console's alone. */
export const dashboard = z.object({
  dashboardUuid: uuid,
  name,
  /** As the caller sees it: the caller's own layout if there is one, else the site's. */
  config: dashboardConfig,
  /** Shown where nothing else is asked for, and under the all-zero id. */
  isDefault: z.boolean(),
  /** The caller has arranged it differently for themselves. */
  isPersonal: z.boolean(),
  /** Grows with every save; a save names the one it started from. 0 for the built-in one, which nobody has saved. */
  serialNumber: z.int(),
});
export type Dashboard = z.output<typeof dashboard>;

const dashboardList = z.object({
  /** By name, the default first. A site that has saved none has the built-in one under the all-zero id. */
  list: z.array(dashboard),
});
const answer = z.object({ dashboardUuid: uuid, config: dashboardConfig, data: dashboardData });
const instant = z.strictObject({ config: dashboardConfig });

export const dashboards = {
  list: endpoint({
    method: 'GET',
    path: '/dashboard',
    summary: 'Dashboards of the site',
    right: 'canViewResults',
    response: dashboardList,
  }),
  data: endpoint({
    method: 'GET',
    path: '/dashboard/:id/data',
    summary: 'What the cards of a dashboard show now; the all-zero id is the default dashboard',
    right: 'canViewResults',
    params: byId,
    query: periodic,
    response: answer,
  }),
  instant: endpoint({
    method: 'POST',
    path: '/dashboard/instant',
    summary: 'What the cards of a config would show, without saving it',
    right: 'canViewResults',
    body: instant,
    response: dashboardData,
  }),
};
