export { mailSupportMessages } from './support.jobs.ts';
export { supportRoutes } from './support.routes.ts';
import './support.tables.ts';
