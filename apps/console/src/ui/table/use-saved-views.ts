import { useEffect, useState } from 'react';
import { localSavedViews, type SavedView } from './saved-views.ts';

/** The user's own views of a screen. */
export const useSavedViews = (screen: string) => {
  const [own, setOwn] = useState<readonly SavedView[]>([]);
  const reload = () => localSavedViews.list(screen).then(setOwn);
  useEffect(() => {
    void localSavedViews.list(screen).then(setOwn);
  }, [screen]);
  return {
    own,
    save: (view: SavedView) => void localSavedViews.save(screen, view).then(reload),
    remove: (id: string) => void localSavedViews.remove(screen, id).then(reload),
  };
};
