import { changelog } from '@patchkeep/contract/changelog';
import type { Mount } from '../../platform/http/mount.ts';
import { readChangelog } from './changelog.service.ts';

export const supportRoutes = (mount: Mount): void => {
  mount(changelog.list, async () => ({ versions: await readChangelog() }));
};
