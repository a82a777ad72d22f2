import { breakGlass } from '@patchkeep/contract/break-glass';
import { type SiteUser, users } from '@patchkeep/contract/users';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';

/** The acts on a user that need no form. */
export const useUserActs = (siteUuid: string) => {
  const at = ({ userAccountUuid }: SiteUser) => ({ params: { site: siteUuid, user: userAccountUuid } });
  const onRefused = (message: string) => notify({ tone: 'danger', text: `${message}.` });
  const options = { touches: ['user'] as const, onRefused };
  const invite = useAct(
    (user: SiteUser) => call(users.invite, at(user), { operation: { verb: 'create', thing: 'site users' } }),
    options,
  );
  const revoke = useAct(
    (user: SiteUser) => call(users.revokeInvitation, at(user), { operation: { verb: 'remove', thing: 'site users' } }),
    options,
  );
  const restore = useAct(
    (user: SiteUser) => call(users.restore, at(user), { operation: { verb: 'restore', thing: 'site users' } }),
    options,
  );
  const remove = useAct(
    ({ user, reason }: { user: SiteUser; reason: string }) =>
      call(users.remove, { ...at(user), query: { reason } }, { operation: { verb: 'remove', thing: 'site users' } }),
    options,
  );
  const end = useAct(
    (user: SiteUser) => call(users.endSessions, at(user), { operation: { verb: 'stop', thing: 'session' } }),
    options,
  );
  const marking = useAct(
    ({ user, isOn }: { user: SiteUser; isOn: boolean }) =>
      call(
        isOn ? breakGlass.mark : breakGlass.unmark,
        { params: { id: user.userAccountUuid } },
        { operation: { verb: 'save', thing: 'site users' } },
      ),
    options,
  );
  const restoreUser = (user: SiteUser) =>
    restore.mutate(user, {
      onSuccess: ({ longName }) => notify({ tone: 'success', text: `${longName} is back, with the rights of before.` }),
    });
  return {
    invite,
    marking,
    remove,
    restore: restoreUser,
    unmark: (user: SiteUser) =>
      marking.mutate(
        { user, isOn: false },
        {
          onSuccess: () => notify({ tone: 'success', text: `${user.longName} is no break-glass account any more.` }),
        },
      ),
    /** Those that a row starts without asking anything. */
    rowActs: {
      onRestore: restoreUser,
      onRevoke: (user: SiteUser) =>
        revoke.mutate(user, {
          onSuccess: () => notify({ tone: 'success', text: `The link of ${user.longName} does not work any more.` }),
        }),
      onEndSessions: (user: SiteUser) =>
        end.mutate(user, {
          onSuccess: ({ count }) =>
            notify({
              tone: 'success',
              text:
                count === 0
                  ? `${user.longName} was not signed in.`
                  : `${formatCount(count, 'session')} of ${user.longName} ended.`,
            }),
        }),
    },
  };
};
