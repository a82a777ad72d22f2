import './dashboards.tables.ts';

export { dashboardRoutes, detachedRoutes } from './dashboards.routes.ts';
export { detachedCallers } from './detached.service.ts';
export { readReport } from './report/report.service.ts';
export { readSiteNumbers } from './sites.service.ts';
