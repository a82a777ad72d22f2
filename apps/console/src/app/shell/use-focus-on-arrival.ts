import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { watchPage } from './watch-page.ts';

/** Focuses the heading of the page, also one that is drawn only when its part of the console is loaded. */
const focusHeading = (): (() => void) => {
  const focus = () => document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true });
  const stop = watchPage(() => {
    // The page before may have taken its own heading with it. Whoever has gone on working is left alone.
    if (document.activeElement === document.body) focus();
  });
  focus();
  return stop;
};

/** After a navigation the focus, and with it a screen reader, stands on the new page's heading. */
export const useFocusOnArrival = () => {
  const router = useRouter();
  useEffect(() => {
    let stop = () => undefined as void;
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || !fromLocation) return;
      window.scrollTo(0, 0);
      stop();
      stop = focusHeading();
    });
    return () => {
      unsubscribe();
      stop();
    };
  }, [router]);
};
