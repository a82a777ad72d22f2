import { customizations } from '@patchkeep/contract/customization';
import type { Mount } from '../../platform/http/mount.ts';
import { readPrefill, readUpgradeConfig } from './customization/customization.service.ts';

export const customizationRoutes = (mount: Mount): void => {
  mount(customizations.config, (context, { params }) => readUpgradeConfig(context, params.channel));
  mount(customizations.prefill, (context, { params }) => readPrefill(context, params.id));
};
