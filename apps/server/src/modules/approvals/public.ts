import './approvals.tables.ts';

export { approvalRoutes } from './approvals.routes.ts';
export { customizationRoutes } from './customization.routes.ts';
export { decidedRevision, type Due, dueUpdates } from './due.service.ts';
export { type DueUpdate, dueWindowsUpdates } from './due-windows.service.ts';
export { hostUpdateRoutes } from './host-updates.routes.ts';
export { wordsOnUpdates } from './host-updates.service.ts';
export { listUsedFiles } from './site-resources.repository.ts';
export { countOutOfDate, listBlocked } from './out-of-date.service.ts';
