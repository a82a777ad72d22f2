import './views.tables.ts';

export { viewRoutes } from './views.routes.ts';
