import { landing, pages } from '@patchkeep/rules/pages';
import { mayCall } from '@patchkeep/rules/permissions';
import { withSite } from '@patchkeep/rules/site-address';
import { useRouter } from '@tanstack/react-router';
import { selectSite, sessionStore, showFailure } from '../../lib/client.ts';
import { notify } from '../../ui/notify.tsx';

let stopWaiting = () => {};

/**
 * Moves this tab to another site, on the same page if that site has it and nothing asks for the dashboard. New tabs
 * begin there too; tabs that are open keep their site.
 */
export const useSwitchSite = () => {
  const router = useRouter();
  return (siteAccountUuid: string, page?: string) => {
    const session = sessionStore.get();
    const to = page ?? (session.isSiteRedirect ? landing(session) : router.history.location.href);
    // A form that is half filled in may keep the user here; then the site is switched by the next attempt or never.
    stopWaiting();
    stopWaiting = sessionStore.store.subscribe((now) => {
      const site = now.handshake?.currentSite;
      if (site?.siteAccountUuid !== siteAccountUuid) return;
      stopWaiting();
      const shown = router.state.matches.at(-1)?.staticData.page;
      if (shown !== undefined && !mayCall(pages[shown].right, now.subject))
        void router.navigate({ to: landing(now), search: {} });
      notify({ tone: 'success', text: `Switched to ${site.siteName}.` });
      selectSite(siteAccountUuid).catch(showFailure);
    });
    router.history.push(withSite(to, siteAccountUuid));
  };
};
