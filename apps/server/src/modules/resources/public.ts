import './resources.tables.ts';

export { examineFile } from './examine.jobs.ts';
export { quarantineOf } from './quarantine.service.ts';
export { listUsedFiles } from './resources.queries.ts';
export { resourceRoutes } from './resources.routes.ts';
export { sweepUploads } from './sweep-uploads.jobs.ts';
export { resourceOf, resourcesOf, type SiteFile, type UsedFiles } from './uploads.service.ts';
