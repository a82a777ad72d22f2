import { singleSignOn, ssoAccount, ssoSignIn } from '@patchkeep/contract/single-sign-on';
import { stepUp } from '@patchkeep/contract/step-up';
import { notFound } from '../../../platform/errors.ts';
import type { Mount } from '../../../platform/http/mount.ts';
import { proofWaysOf } from '../factors/step-up.service.ts';
import { findUser } from '../users.queries.ts';
import { testConnection } from './connection-test.service.ts';
import {
  addConnection,
  changeConnection,
  previewRemoval,
  readSingleSignOn,
  removeConnection,
  saveMappings,
} from './connections.service.ts';
import type { TextRecords } from './domain-proof.service.ts';
import { domainOf } from './domain.rules.ts';
import { addDomain, changeDomain, checkDomain, removeDomain } from './domains.service.ts';
import { provingConnection } from './provider-proof.service.ts';
import { metadataOf } from './saml/saml-connection.service.ts';
import { beginInvited, beginLink, beginProof, beginSignIn, finish, type SsoTools, waysFor } from './sign-in.service.ts';
import { findConnectionOf, identitiesOf } from './sso.queries.ts';

export const ssoRoutes = (mount: Mount, tools: SsoTools & { records: TextRecords }): void => {
  mount.open(ssoSignIn.ways, (context, { body }) => waysFor(tools, context, body));
  mount.open(ssoSignIn.begin, (context, { body }) => beginSignIn(tools, context, body));
  mount.open(ssoSignIn.beginInvited, (context, { body }) => beginInvited(tools, context, body));
  mount.open(ssoSignIn.finish, (context, { body }) => finish(tools, context, body));
  mount.open(ssoSignIn.finishSaml, (context, { body }) => finish(tools, context, body));

  mount(singleSignOn.read, (context) => readSingleSignOn(context, tools));
  mount(singleSignOn.addDomain, (context, { body }) => addDomain(context, body.domain));
  mount(singleSignOn.checkDomain, (context, { params }) => checkDomain(context, tools, params.id));
  mount(singleSignOn.changeDomain, (context, { params, body }) =>
    changeDomain(context, params.id, body.connectionUuid),
  );
  mount(singleSignOn.removeDomain, async (context, { params }) => {
    await removeDomain(context, params.id);
    return {};
  });
  mount(singleSignOn.addConnection, (context, { body }) => addConnection(context, tools, body));
  mount(singleSignOn.readMetadata, async (_context, { body }) => metadataOf(body.metadata));
  mount(singleSignOn.changeConnection, (context, { params, body }) =>
    changeConnection(context, tools, params.id, body),
  );
  mount(singleSignOn.testConnection, (context, { params }) => testConnection(context, tools, params.id));
  mount(singleSignOn.saveMappings, (context, { params, body }) => saveMappings(context, tools, params.id, body));
  mount(singleSignOn.previewRemoval, (context, { params }) => previewRemoval(context, params.id));
  mount(singleSignOn.removeConnection, async (context, { params }) => {
    const users = await removeConnection(context, params.id);
    context.onCommit(() => users.forEach((userId) => tools.authenticator.forgetUser(userId)));
    return {};
  });

  mount(ssoAccount.read, async ({ tx, principal }) => {
    const { customerId, userId } = principal;
    const user = await findUser(tx, customerId, userId);
    if (!user) throw notFound();
    const domain = tools.publicOrigin === undefined ? undefined : domainOf(user.username);
    const offered = domain === undefined ? undefined : await findConnectionOf(tx, customerId, domain);
    const linked = await identitiesOf(tx, customerId, userId);
    return {
      offered: offered ? { label: offered.name } : null,
      linked: linked.map((each) => ({
        label: each.name,
        created: each.created_at.toISOString(),
        lastUsed: each.used_at?.toISOString() ?? null,
      })),
    };
  });
  mount(stepUp.ways, async (context) => {
    const provider = await provingConnection(context.tx, context.principal);
    return { ways: await proofWaysOf(context, tools), provider: provider ? { label: provider.name } : null };
  });
  mount(stepUp.beginAtProvider, (context) => beginProof(tools, context));
  mount(ssoAccount.begin, (context) => beginLink(tools, context));
};
