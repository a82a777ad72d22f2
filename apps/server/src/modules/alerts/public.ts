import './alerts.tables.ts';

export { alertRoutes } from './alerts.routes.ts';
export { checkAlerts, sendAlerts } from './check-alerts.jobs.ts';
export { sendTestMails } from './test-mail.jobs.ts';
