import './inventory.tables.ts';

export { forgetHosts } from './host-inventory.service.ts';
export { inventoryAgentRoutes, inventoryRoutes } from './inventory.routes.ts';
export { findHostOfUpdate, listWindowsUpdates, readWindowsUpdates } from './windows-updates.queries.ts';
export { listHoldersByKey, listHoldersOf, listInventories, readInventory } from './inventory.queries.ts';
export { selectCopyKinds } from './copies.repository.ts';
export { holderKey, variantOfKey, versionOfKey } from './posting.rules.ts';
export { listUserCopies, type OwnedCopy } from './user-copies.queries.ts';
export { listOffered } from './offers.queries.ts';
export type { OfferedCopies } from './inventory.tables.ts';
export { versionsBefore } from './as-of.service.ts';
