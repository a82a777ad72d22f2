import './approvals.tables.ts';

export { approvalKind } from './approval-kind.service.ts';
export { approvalRoutes } from './approvals.routes.ts';
export { customizationRoutes } from './customization.routes.ts';
export { lockRevision } from './decisions.repository.ts';
export { planRequest, requestPlan } from './decided.service.ts';
export { decidedRevision, type Due, dueUpdates } from './due.service.ts';
export { type DueUpdate, dueWindowsUpdates } from './due-windows.service.ts';
export { hostUpdateAct } from './gated-update.service.ts';
export { hostUpdateRoutes } from './host-updates.routes.ts';
export { wordsOnUpdates } from './host-updates.service.ts';
export { listUsedFiles } from './site-resources.repository.ts';
export { countOutOfDate, listBlocked } from './out-of-date.service.ts';
