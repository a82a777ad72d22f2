import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** After a navigation the focus, and with it a screen reader, stands on the new page's heading. */
export const useFocusOnArrival = () => {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        window.scrollTo(0, 0);
        document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true });
      }),
    [router],
  );
};
