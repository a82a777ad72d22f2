import './audit.tables.ts';

export { nobody } from './activities.queries.ts';
export { activityLogRoutes } from './activities.routes.ts';
export { type Act, recordAct, recordActOfCaller } from './audit.service.ts';
export { canonicalJson } from './audit.rules.ts';
export { sealLogs } from './seal.jobs.ts';
export { verifyLog } from './verify.service.ts';
