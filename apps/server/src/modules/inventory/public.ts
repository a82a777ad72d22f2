import './inventory.tables.ts';

export { inventoryAgentRoutes } from './inventory.routes.ts';
export { listHolders, readInventory } from './inventory.queries.ts';
