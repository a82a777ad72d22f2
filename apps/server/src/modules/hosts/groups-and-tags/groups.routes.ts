import { groups } from '@patchkeep/contract/groups';
import type { Mount } from '../../../platform/http/mount.ts';
import { inNamedSite } from '../../identity/public.ts';
import { type HastenWork, inspectHostsOf } from '../host-acts.service.ts';
import { listHosts } from '../hosts.service.ts';
import { changeGroup, createGroup, groupReach, readGroup, readGroups, removeGroup } from './groups.service.ts';

export const groupRoutes = (mount: Mount, hastenWork: HastenWork): void => {
  mount(groups.list, async (context) => ({ groups: await readGroups(context) }));
  mount(groups.create, (context, { body }) => createGroup(context, body));
  mount(groups.read, (context, { params }) => readGroup(context, params.id));
  mount(groups.update, (context, { params, body }) => changeGroup(context, params.id, body));
  mount(groups.remove, async (context, { params, query }) => {
    await removeGroup(context, params.id, query.moveHostsTo);
    return {};
  });
  mount(groups.hosts, (context, { params, query }) => listHosts(context, { ...query, groupUuid: params.id }));
  mount(groups.inspect, async (context, { params }) => {
    await groupReach(context, params.id);
    return inspectHostsOf(context, { groupUuid: params.id }, hastenWork);
  });

  mount(groups.createAt, async (context, { params, body }) =>
    createGroup(await inNamedSite(context, params.site, 'canMakeChanges'), body, params.id),
  );
  mount(groups.readAt, async (context, { params }) =>
    readGroup(await inNamedSite(context, params.site, 'canViewResults'), params.id),
  );
  mount(groups.updateAt, async (context, { params, body }) =>
    changeGroup(await inNamedSite(context, params.site, 'canMakeChanges'), params.id, body),
  );
  mount(groups.removeAt, async (context, { params, query }) => {
    await removeGroup(await inNamedSite(context, params.site, 'canMakeChanges'), params.id, query.moveHostsTo);
    return {};
  });
};
