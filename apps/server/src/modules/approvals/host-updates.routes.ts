import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import type { Mount } from '../../platform/http/mount.ts';
import { decideUpdates } from './changes/host-updates.service.ts';

export const hostUpdateRoutes = (mount: Mount): void => {
  mount(windowsUpdates.decide, (context, { body }) => decideUpdates(context, body));
};
