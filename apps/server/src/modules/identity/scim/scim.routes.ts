import { provisioning } from '@patchkeep/contract/provisioning';
import { scimGroups, scimService, scimUsers } from '@patchkeep/contract/scim';
import type { Mount } from '../../../platform/http/mount.ts';
import { makeToken, type ProvisioningTools, readProvisioning, revokeToken } from './provisioning.service.ts';
import { addGroup, listGroups, patchGroup, readGroup, removeGroup, replaceGroup } from './scim-groups.service.ts';
import type { ScimTools } from './scim-request.service.ts';
import {
  presentConfig,
  presentSchemaNamed,
  presentSchemas,
  presentTypeNamed,
  presentTypes,
} from './scim-service.presenter.ts';
import { addUser, listUsers, patchUser, readUser, removeUser, replaceUser } from './scim-users.service.ts';

/** For administrators at the console. */
export const provisioningRoutes = (mount: Mount, tools: ProvisioningTools): void => {
  mount(provisioning.read, (context, { params }) => readProvisioning(context, tools, params.id));
  mount(provisioning.makeToken, (context, { params }) => makeToken(context, tools, params.id));
  mount(provisioning.revokeToken, async (context, { params }) => {
    await revokeToken(context, tools, params.id);
    return {};
  });
};

/** For identity providers, behind a door of their own. */
export const scimRoutes = (mount: Mount, tools: ScimTools): void => {
  const { publicOrigin } = tools;
  mount(scimService.config, async () => presentConfig(publicOrigin));
  mount(scimService.resourceTypes, async () => presentTypes(publicOrigin));
  mount(scimService.resourceType, async (_, { params }) => presentTypeNamed(params.name, publicOrigin));
  mount(scimService.schemas, async () => presentSchemas(publicOrigin));
  mount(scimService.schema, async (_, { params }) => presentSchemaNamed(params.name, publicOrigin));

  mount(scimUsers.list, (context, { query }) => listUsers(context, tools, query));
  mount(scimUsers.read, (context, { params, query }) => readUser(context, tools, params.id, query));
  mount(scimUsers.create, (context, { body, query }) => addUser(context, tools, body, query));
  mount(scimUsers.replace, (context, { params, body, query }) => replaceUser(context, tools, params.id, body, query));
  mount(scimUsers.patch, (context, { params, body, query }) => patchUser(context, tools, params.id, body, query));
  mount(scimUsers.remove, async (context, { params }) => {
    await removeUser(context, tools, params.id);
    return {};
  });

  mount(scimGroups.list, (context, { query }) => listGroups(context, tools, query));
  mount(scimGroups.read, (context, { params, query }) => readGroup(context, tools, params.id, query));
  mount(scimGroups.create, (context, { body, query }) => addGroup(context, tools, body, query));
  mount(scimGroups.replace, (context, { params, body, query }) => replaceGroup(context, tools, params.id, body, query));
  mount(scimGroups.patch, (context, { params, body, query }) => patchGroup(context, tools, params.id, body, query));
  mount(scimGroups.remove, async (context, { params }) => {
    await removeGroup(context, tools, params.id);
    return {};
  });
};
