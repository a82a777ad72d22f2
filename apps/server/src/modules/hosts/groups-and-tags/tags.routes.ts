import { tags } from '@patchkeep/contract/tags';
import type { Mount } from '../../../platform/http/mount.ts';
import { inNamedSite } from '../../identity/public.ts';
import { type HastenWork, inspectHostsOf, tagHosts } from '../host-acts.service.ts';
import { findHost, listHosts } from '../hosts.service.ts';
import { changeTag, createTag, readTag, readTags, readTagsOfHost, removeTag } from './tags.service.ts';

export const tagRoutes = (mount: Mount, hastenWork: HastenWork): void => {
  mount(tags.list, async (context) => ({ tags: await readTags(context) }));
  mount(tags.create, (context, { body }) => createTag(context, body));
  mount(tags.read, (context, { params }) => readTag(context, params.id));
  mount(tags.update, (context, { params, body }) => changeTag(context, params.id, body));
  mount(tags.remove, async (context, { params }) => {
    await removeTag(context, params.id);
    return {};
  });

  mount(tags.listOfKind, async (context, { params }) => ({ tags: await readTags(context, params.type) }));
  mount(tags.createOfKind, (context, { params, body }) => createTag(context, { ...body, tagKind: params.type }));
  mount(tags.updateOfKind, (context, { params, body: { tagUuid, ...change } }) =>
    changeTag(context, tagUuid, change, params.type),
  );
  mount(tags.removeOfKind, async (context, { params, query }) => {
    await removeTag(context, query.tagUuid, params.type);
    return {};
  });

  mount(tags.createAt, async (context, { params, body }) =>
    createTag(await inNamedSite(context, params.site, 'canMakeChanges'), body, params.id),
  );
  mount(tags.readAt, async (context, { params }) =>
    readTag(await inNamedSite(context, params.site, 'canViewResults'), params.id),
  );
  mount(tags.updateAt, async (context, { params, body }) =>
    changeTag(await inNamedSite(context, params.site, 'canMakeChanges'), params.id, body),
  );
  mount(tags.removeAt, async (context, { params }) => {
    await removeTag(await inNamedSite(context, params.site, 'canMakeChanges'), params.id);
    return {};
  });

  mount(tags.hosts, async (context, { params, query }) => {
    await readTag(context, params.id);
    return listHosts(context, { ...query, tagUuid: params.id });
  });
  mount(tags.inspect, async (context, { params }) => {
    await readTag(context, params.id);
    return inspectHostsOf(context, { tagUuid: params.id }, hastenWork);
  });
  mount(tags.ofHost, async (context, { params }) => {
    await findHost(context, params.id);
    return { tags: await readTagsOfHost(context, params.id) };
  });
  mount(tags.changeHosts, (context, { body }) =>
    tagHosts(context, Array.isArray(body.hosts) ? { hosts: body.hosts } : body.hosts, body.addTags, body.removeTags),
  );
};
