import './approvals.tables.ts';

export { hostUpdateRoutes } from './host-updates.routes.ts';
export { wordsOnUpdates } from './host-updates.service.ts';
