import { savedViews } from '@patchkeep/contract/saved-views';
import type { Mount } from '../../platform/http/mount.ts';
import { changeView, createView, listViews, removeView, shareView, unshareView } from './views.service.ts';

export const viewRoutes = (mount: Mount): void => {
  mount(savedViews.list, async (context) => ({ views: await listViews(context) }));
  mount(savedViews.create, (context, { body }) => createView(context, body));
  mount(savedViews.update, (context, { params, body }) => changeView(context, params.id, body, false));
  mount(savedViews.remove, async (context, { params }) => {
    await removeView(context, params.id);
    return {};
  });
  mount(savedViews.share, (context, { params }) => shareView(context, params.id));
  mount(savedViews.updateShared, (context, { params, body }) => changeView(context, params.id, body, true));
  mount(savedViews.unshare, async (context, { params }) => {
    await unshareView(context, params.id);
    return {};
  });
};
