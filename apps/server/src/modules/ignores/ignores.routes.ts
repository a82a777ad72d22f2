import { ignoreRules } from '@patchkeep/contract/ignore-rules';
import type { Mount } from '../../platform/http/mount.ts';
import {
  changeRule,
  createRule,
  listRules,
  readRule,
  renewOne,
  renewRules,
  restoreRule,
  revokeRule,
  scopeIdOf,
  undoRenewal,
} from './ignore-rules.service.ts';

export const ignoreRoutes = (mount: Mount): void => {
  mount(ignoreRules.list, async (context, { query: { state, cveId, applicationId } }) => ({
    ignoreRules: await listRules(context, { states: state && [state], cveId, applicationId }),
  }));
  mount(ignoreRules.create, (context, { body }) => createRule(context, body));
  mount(ignoreRules.update, (context, { body: { ignoreRuleUuid, ...change } }) =>
    changeRule(context, ignoreRuleUuid, change),
  );
  mount(ignoreRules.revoke, async (context, { query }) => {
    await revokeRule(context, query.ignoreRuleUuid);
    return {};
  });
  mount(ignoreRules.renewQueue, async (context) => ({
    ignoreRules: await listRules(context, { states: ['expired', 'expiring'] }),
  }));
  mount(ignoreRules.renew, async (context, { body }) => {
    const renewed = await renewRules(context, body);
    return { ignoreRules: renewed, count: renewed.length };
  });
  mount(ignoreRules.renewOne, (context, { body }) => renewOne(context, body));
  mount(ignoreRules.undoRenewal, (context, { query }) => undoRenewal(context, query.ignoreRuleUuid));

  mount(ignoreRules.listOfHost, async (context, { params }) => ({
    ignoreRules: await listRules(context, { scopeId: await scopeIdOf(context, 'host', params.id) }),
  }));
  mount(ignoreRules.createOfHost, (context, { params, body }) =>
    createRule(context, { ...body, scope: 'host', scopeUuid: params.id }),
  );
  mount(ignoreRules.listOfGroup, async (context, { params }) => ({
    ignoreRules: await listRules(context, { scopeId: await scopeIdOf(context, 'group', params.id) }),
  }));
  mount(ignoreRules.createOfGroup, (context, { params, body }) =>
    createRule(context, { ...body, scope: 'group', scopeUuid: params.id }),
  );

  mount(ignoreRules.updateNamedOfHost, async (context, { params, body: { ignoreRuleUuid, ...change } }) =>
    changeRule(context, ignoreRuleUuid, change, 'host', await scopeIdOf(context, 'host', params.id)),
  );
  mount(ignoreRules.revokeNamedOfHost, async (context, { params, query }) => {
    await revokeRule(context, query.ignoreRuleUuid, 'host', await scopeIdOf(context, 'host', params.id));
    return {};
  });
  mount(ignoreRules.updateNamedOfGroup, async (context, { params, body: { ignoreRuleUuid, ...change } }) =>
    changeRule(context, ignoreRuleUuid, change, 'group', await scopeIdOf(context, 'group', params.id)),
  );
  mount(ignoreRules.revokeNamedOfGroup, async (context, { params, query }) => {
    await revokeRule(context, query.ignoreRuleUuid, 'group', await scopeIdOf(context, 'group', params.id));
    return {};
  });

  mount(ignoreRules.readOfHost, (context, { params }) => readRule(context, 'host', params.id));
  mount(ignoreRules.updateOfHost, (context, { params, body }) => changeRule(context, params.id, body, 'host'));
  mount(ignoreRules.restoreOfHost, (context, { params }) => restoreRule(context, params.id, 'host'));
  mount(ignoreRules.revokeOfHost, async (context, { params }) => {
    await revokeRule(context, params.id, 'host');
    return {};
  });
  mount(ignoreRules.readOfGroup, (context, { params }) => readRule(context, 'group', params.id));
  mount(ignoreRules.updateOfGroup, (context, { params, body }) => changeRule(context, params.id, body, 'group'));
  mount(ignoreRules.restoreOfGroup, (context, { params }) => restoreRule(context, params.id, 'group'));
  mount(ignoreRules.revokeOfGroup, async (context, { params }) => {
    await revokeRule(context, params.id, 'group');
    return {};
  });
  mount(ignoreRules.readOfSite, (context, { params }) => readRule(context, 'site', params.id));
  mount(ignoreRules.updateOfSite, (context, { params, body }) => changeRule(context, params.id, body, 'site'));
  mount(ignoreRules.restoreOfSite, (context, { params }) => restoreRule(context, params.id, 'site'));
  mount(ignoreRules.revokeOfSite, async (context, { params }) => {
    await revokeRule(context, params.id, 'site');
    return {};
  });
};
