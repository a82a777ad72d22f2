import { apiTokens } from '@patchkeep/contract/api-tokens';
import type { Mount } from '../../platform/http/mount.ts';
import { createApiToken, endApiToken, readApiTokenOf, readApiTokens, readTokenSites } from './api-tokens.service.ts';
import type { Authenticator } from './authenticate.service.ts';

export const apiTokenRoutes = (mount: Mount, authenticator: Authenticator): void => {
  mount(apiTokens.list, async (context) => ({ apiTokens: await readApiTokens(context) }));
  mount(apiTokens.create, (context, { body }) => createApiToken(context, body));
  mount(apiTokens.read, (context, { params }) => readApiTokenOf(context, params.id));
  mount(apiTokens.sites, readTokenSites);
  mount(apiTokens.revoke, async (context, { params, query }) => {
    await endApiToken(context, params.id, query.reason);
    context.onCommit(() => authenticator.forgetToken(params.id));
    return {};
  });
};
