import './ignores.tables.ts';

export { countExpiringRules, listRulesInForce, type RuleInForce } from './ignore-rules.queries.ts';
export { saveHits } from './ignore-rules.repository.ts';
export { listRules, revertRule, revokeRule, scopeIdOf, undoRenewal } from './ignore-rules.service.ts';
export { ignoreRoutes } from './ignores.routes.ts';
