import './audit.tables.ts';

export { type Act, recordAct } from './audit.service.ts';
export { canonicalJson } from './audit.rules.ts';
export { readChain } from './audit.queries.ts';
