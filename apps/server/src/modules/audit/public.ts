import './audit.tables.ts';

export { type Act, recordAct } from './audit.service.ts';
export { readChain } from './audit.queries.ts';
