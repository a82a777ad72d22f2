import type { RouteComponent } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { exceptions } from '../lib/client.ts';

type Load<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/**
 * A part of the console in a chunk of its own. The router's own helper reloads the page when the chunk is missing,
 * which would throw away what the user typed elsewhere; here the full-screen dialog says it and the user reloads.
 */
export const lazyPart = <Name extends string>(load: Load<Name>, name: Name) => {
  const Part = lazy(() =>
    load().then(
      (module) => ({ default: module[name] }),
      (failed: unknown) => {
        exceptions.showFullScreen('chunk', failed);
        throw failed;
      },
    ),
  );
  // Fetched ahead, as when a link is pointed at. Failing then is no news: nobody has gone there yet.
  const preload = () =>
    load().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Part, { preload });
};

export const lazyPage = <Name extends string>(load: Load<Name>, name: Name): RouteComponent =>
  lazyPart(load, name) as unknown as RouteComponent;
