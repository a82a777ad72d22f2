import { restartDefaults, restarts } from '@patchkeep/contract/restarts';
import type { Mount } from '../../../platform/http/mount.ts';
import { readRestartSettings, saveRestartSettings } from '../settings/restart-settings.service.ts';
import { cancelRestart, previewRestart, readRestartOf, requestRestart, requestRestartOf } from './restarts.service.ts';

export const restartRoutes = (mount: Mount): void => {
  mount(restarts.readSettings, (context) => readRestartSettings(context));
  mount(restarts.saveSettings, (context, { body }) => saveRestartSettings(context, body));
  mount(restarts.readDefaults, async () => restartDefaults);
  mount(restarts.request, (context, { params, body }) => requestRestart(context, params.restartTagUuid, body));
  mount(restarts.preview, (context, { params, body }) => previewRestart(context, params.restartTagUuid, body));
  mount(restarts.cancel, (context, { body }) => cancelRestart(context, body));
  mount(restarts.ofHost, (context, { params }) => readRestartOf(context, params.id));
  mount(restarts.requestOfHost, (context, { params }) => requestRestartOf(context, params.id, params.tag));
};
