import type { RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { exceptions } from '../lib/client.ts';
import { deferred } from '../lib/deferred.tsx';

type Load<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/**
 * A part of the console in a chunk of its own. The router's own helper reloads the page when the chunk is missing,
 * which would throw away what the user typed elsewhere; here the full-screen dialog says it and the user reloads.
 */
export const lazyPart = <Name extends string>(load: Load<Name>, name: Name) =>
  deferred(
    () => load().then((module) => module[name]),
    (failed) => exceptions.showFullScreen('chunk', failed),
  );

export const lazyPage = <Name extends string>(load: Load<Name>, name: Name): RouteComponent => lazyPart(load, name);
