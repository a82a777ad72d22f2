import './resources.tables.ts';

export { resourceRoutes } from './resources.routes.ts';
export { listResources, listUsedFiles } from './resources.repository.ts';
