import type { PagePath } from '@patchkeep/rules/pages';
import { useRouter } from '@tanstack/react-router';

/** Pages that need nothing but their path. */
export type StaticPath = Exclude<PagePath, `${string}$${string}`>;

export const isStatic = (path: PagePath): path is StaticPath => !path.includes('$');

/** Addresses for links that the router does not draw itself, such as menu items. */
export const useHref = () => {
  const router = useRouter();
  return (path: StaticPath | '/' | '/logout', search: Record<string, string> = {}) =>
    router.history.createHref(router.buildLocation({ to: path, search }).publicHref);
};
