import { configuration } from '@patchkeep/contract/configuration';
import type { Mount } from '../../platform/http/mount.ts';
import {
  createInstallToken,
  endInstallToken,
  readAgentSettings,
  readInstallTokens,
  saveAgentSettings,
} from './configuration.service.ts';

export const hostRoutes = (mount: Mount): void => {
  mount(configuration.read, async (context) => ({ installTokens: await readInstallTokens(context) }));
  mount(configuration.createInstallToken, (context, { body }) => createInstallToken(context, body));
  mount(configuration.revokeInstallToken, async (context, { params }) => {
    await endInstallToken(context, params.id);
    return {};
  });
  mount(configuration.readAgentSettings, (context) => readAgentSettings(context));
  mount(configuration.saveAgentSettings, (context, { body }) => saveAgentSettings(context, body));
};
