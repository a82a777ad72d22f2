import './approvals.tables.ts';

export { approvalKind } from './changes/approval-kind.service.ts';
export { approvalRoutes } from './approvals.routes.ts';
export { filesOfSettings } from './customization/customization.queries.ts';
export { customizationRoutes } from './customization.routes.ts';
export { lockRevision } from './policy/decisions.repository.ts';
export { noteDecided, planRequest, requestPlan, requestPlanAfterCount } from './policy/decided.service.ts';
export { decidedRevision, type PendingUpdate, pendingUpdates } from './resolution/pending-updates.service.ts';
export { type PendingWindowsUpdate, pendingWindowsUpdates } from './resolution/pending-windows-updates.service.ts';
export { hostUpdateAct } from './changes/gated-update.service.ts';
export { hostUpdateRoutes } from './host-updates.routes.ts';
export { updateApprovals } from './changes/host-updates.service.ts';
export { compareApprovals } from './matrix/compare.service.ts';
export { countDiffering } from './matrix/drift.service.ts';
export { type InstallConfig, installConfigs } from './customization/customization.service.ts';
export { countOutOfDate, listBlocked } from './matrix/out-of-date.service.ts';
export { countUndecided, readSiteDecisions } from './matrix/undecided.service.ts';
export { readUsefulActs, type UsefulActs } from './matrix/useful-acts.service.ts';
