import { account } from '@patchkeep/contract/account';
import type { Context } from '../../../platform/context.ts';
import type { EventHub } from '../../../platform/http/events.ts';
import type { Mount } from '../../../platform/http/mount.ts';
import type { FactorTools } from '../factors/prove.service.ts';
import type { LoginTools } from '../login.service.ts';
import { endOtherSessions, endOwnSession, readAccount, readOwnSessions, savePreferences } from './account.service.ts';
import type { BreachedPasswords } from './breached-passwords.service.ts';
import { changePassword } from './password-change.service.ts';

type AccountTools = LoginTools & FactorTools & { events: EventHub; breachedPasswords: BreachedPasswords };

export const accountRoutes = (mount: Mount, tools: AccountTools): void => {
  const { authenticator, events, breachedPasswords } = tools;
  /** At once in this process; the others hear of it by a hint. */
  const ending = (context: Context, sessionIds: readonly string[]) =>
    context.onCommit(() => {
      authenticator.forgetUser(context.principal.userId);
      sessionIds.forEach(events.end);
    });

  mount(account.read, readAccount);
  mount(account.changePassword, async (context, { body }) => {
    ending(context, await changePassword(tools, context, body));
    return { passwordChangeResult: 'changed' as const };
  });
  mount(account.breachedPasswords, async (_context, { query }) => ({
    suffixes: await breachedPasswords.read(query.prefix),
  }));
  mount(account.sessions, readOwnSessions);
  mount(account.endSession, async (context, { params }) => {
    await endOwnSession(context, params.id);
    ending(context, [params.id]);
    return {};
  });
  mount(account.endOtherSessions, async (context) => {
    const ended = await endOtherSessions(context);
    ending(context, ended);
    return { count: ended.length };
  });
  mount(account.savePreferences, async (context, { body }) => {
    await savePreferences(context, body);
    return {};
  });
};
