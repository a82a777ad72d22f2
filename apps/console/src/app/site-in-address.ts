import { partsOf, siteOf, withoutSite, withSite } from '@patchkeep/rules/site-address';
import type { AnyRouter } from '@tanstack/react-router';
import { enterSite, sessionStore, showFailure, siteOfTab } from '../lib/client.ts';

/** Routes know nothing of sites: an address loses its site on the way in, and gets it back on the way out. */
export const siteRewrite = (site: string | undefined) => ({
  input: ({ url }: { url: URL }) => changed(url, withoutSite),
  output: ({ url }: { url: URL }) => (site === undefined ? url : changed(url, (address) => withSite(address, site))),
});

const changed = (url: URL, change: (address: string) => string): URL => {
  const next = new URL(url);
  const { path, search } = partsOf(change(url.pathname + url.search));
  next.pathname = path;
  next.search = search;
  return next;
};

/**
 * Keeps the tab and its address on the same site. The address decides: a link, the back button or a typed address moves
 * the tab to the site that it names. An address that names none gets the one that the tab shows.
 */
export const followSite = (router: AnyRouter): void => {
  let entering: string | undefined;

  const enter = async (site: string, before: string | undefined) => {
    entering = site;
    try {
      await enterSite(site);
    } catch (thrown) {
      showFailure(thrown);
      if (before !== undefined) router.history.replace(withSite(router.history.location.href, before));
    } finally {
      entering = undefined;
      follow();
    }
  };

  const follow = () => {
    if (!sessionStore.get().isLoggedIn || entering !== undefined) return;
    const shown = siteOfTab();
    const named = siteOf(router.history.location.href);
    if (named !== undefined && named !== shown) void enter(named, shown);
    else if (shown !== undefined) show(shown, named);
  };

  /** The tab shows this site: links lead to it, and the address names it. */
  const show = (shown: string, named: string | undefined) => {
    const { href, state } = router.history.location;
    if (router.options.rewrite !== rewrites.get(shown)) router.update({ ...router.options, rewrite: rewriteTo(shown) });
    if (named === undefined) router.history.replace(withSite(href, shown), state);
  };

  // One object for each site: the router builds its links anew when it is given another one.
  const rewrites = new Map<string, ReturnType<typeof siteRewrite>>();
  const rewriteTo = (site: string) => {
    const rewrite = rewrites.get(site) ?? siteRewrite(site);
    rewrites.set(site, rewrite);
    return rewrite;
  };

  router.history.subscribe(follow);
  sessionStore.store.subscribe(follow);
  follow();
};
