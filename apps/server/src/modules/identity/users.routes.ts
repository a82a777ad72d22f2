import { invitations, users } from '@patchkeep/contract/users';
import type { Context } from '../../platform/context.ts';
import type { EventHub } from '../../platform/http/events.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Authenticator } from './authenticate.service.ts';
import {
  acceptInvitation,
  type InvitationTools,
  lookAtInvitation,
  type OpenInvitationTools,
} from './users/invitations.service.ts';
import {
  addSiteUser,
  changeSiteUser,
  endSiteUserSessions,
  inviteAgain,
  readSiteUser,
  readSiteUsers,
  readUserOverall,
  removeSiteUser,
  restoreSiteUser,
  revokeInvitation,
} from './users/site-users.service.ts';

type UserTools = InvitationTools & OpenInvitationTools & { authenticator: Authenticator; events: EventHub };

export const userRoutes = (mount: Mount, tools: UserTools): void => {
  /** The other processes hear of the change by its hint; this one forgets at once what the user might do before. */
  const changing = (context: Context, userId: string) => context.onCommit(() => tools.authenticator.forgetUser(userId));

  mount(users.list, async (context, { params }) => ({
    users: await readSiteUsers(context, params.id),
    isMailing: tools.isMailing,
  }));
  mount(users.create, async (context, { params, body }) => {
    const added = await addSiteUser(context, tools, params.id, body);
    changing(context, added.user.userAccountUuid);
    return added;
  });
  mount(users.read, (context, { params }) => readSiteUser(context, params.site, params.user));
  mount(users.update, (context, { params, body }) => {
    changing(context, params.user);
    return changeSiteUser(context, params.site, params.user, body);
  });
  mount(users.remove, async (context, { params, query }) => {
    changing(context, params.user);
    await removeSiteUser(context, params.site, params.user, query.reason);
    return {};
  });
  mount(users.restore, (context, { params }) => {
    changing(context, params.user);
    return restoreSiteUser(context, params.site, params.user);
  });
  mount(users.invite, (context, { params }) => inviteAgain(context, tools, params.site, params.user));
  mount(users.revokeInvitation, async (context, { params }) => {
    await revokeInvitation(context, params.site, params.user);
    return {};
  });
  mount(users.endSessions, async (context, { params }) => {
    changing(context, params.user);
    const ended = await endSiteUserSessions(context, params.site, params.user);
    context.onCommit(() => ended.forEach(tools.events.end));
    return { count: ended.length };
  });
  mount(users.readOverall, (context, { params }) => readUserOverall(context, params.user));

  mount.open(invitations.look, (context, { body }) => lookAtInvitation(tools, context, body));
  mount.open(invitations.accept, async (context, { body }) => {
    await acceptInvitation(tools, context, body);
    return {};
  });
};
