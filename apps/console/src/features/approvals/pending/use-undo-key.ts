import { useEffect, useEffectEvent } from 'react';

const typingPlaces =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=alertdialog]';

/** Ctrl+Z, but for fields and dialogs, which have an undo of their own. */
export const useUndoKey = (onUndo: () => void) => {
  const undo = useEffectEvent(onUndo);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z';
      const isTyping = event.target instanceof Element && event.target.closest(typingPlaces) !== null;
      if (!isUndo || isTyping || event.repeat) return;
      event.preventDefault();
      undo();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
};
