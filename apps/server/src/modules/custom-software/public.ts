import './custom-software.tables.ts';

export { listNewApprovers } from './approvers.service.ts';
export { filesOfCustomSoftware } from './configs.repository.ts';
export { customSoftwareRoutes } from './custom-software.routes.ts';
export {
  approversAfter,
  type CustomEnvelope,
  type CustomSoftware,
  readCustomSoftware,
  selectCustomEnvelopes,
  type VouchedCustom,
} from './deliveries.service.ts';
