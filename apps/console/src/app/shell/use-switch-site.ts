import { landing, pages } from '@patchkeep/rules/pages';
import { mayCall } from '@patchkeep/rules/permissions';
import { useRouter } from '@tanstack/react-router';
import { sessionStore, showFailure, switchSite } from '../../lib/client.ts';
import { notify } from '../../ui/notify.tsx';

/** Switches, then stays on the page if the new site has it and nothing asks for the dashboard. */
export const useSwitchSite = () => {
  const router = useRouter();
  return async (siteAccountUuid: string) => {
    try {
      await switchSite(siteAccountUuid);
    } catch (thrown) {
      return showFailure(thrown);
    }
    const session = sessionStore.get();
    const page = router.state.matches.at(-1)?.staticData.page;
    const isGone = page !== undefined && !mayCall(pages[page].right, session.subject);
    if (session.isSiteRedirect || isGone) await router.navigate({ to: landing(session), search: {} });
    notify({ tone: 'success', text: `Switched to ${session.handshake?.currentSite?.siteName ?? 'the site'}.` });
  };
};
