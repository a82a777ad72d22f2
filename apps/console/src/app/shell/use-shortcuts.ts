import { pages } from '@patchkeep/rules/pages';
import { mayCall } from '@patchkeep/rules/permissions';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { preferences, sessionStore } from '../../lib/client.ts';
import { createShortcutReader } from '../../lib/shortcuts.ts';

const typingPlaces =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Fields are gone to, everything else is pressed. */
const pressOffered = (key: string): boolean => {
  const offered = document.querySelector<HTMLElement>(`#content [data-key="${key}"]`);
  if (offered instanceof HTMLInputElement) offered.focus();
  else offered?.click();
  return offered !== null;
};

/** Listens for the shortcuts of the shell while it is on screen. */
export const useShortcuts = (open: { palette(): void; help(): void }) => {
  const router = useRouter();
  const openLayer = useEffectEvent((layer: 'palette' | 'help') => open[layer]());
  useEffect(() => {
    const read = createShortcutReader(() => preferences.store.getState().hasLetterShortcuts);
    const onKeyDown = (event: KeyboardEvent) => {
      const place = event.target instanceof Element ? event.target.closest(typingPlaces) : null;
      const shortcut = read({
        key: event.key,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        altKey: event.altKey,
        isTyping: place !== null,
        time: event.timeStamp,
      });
      if (!shortcut) return;
      if (shortcut.kind === 'press') {
        if (!event.defaultPrevented && pressOffered(shortcut.key)) event.preventDefault();
        return;
      }
      event.preventDefault();
      if (shortcut.kind !== 'go') return openLayer(shortcut.kind);
      if (mayCall(pages[shortcut.path].right, sessionStore.get().subject)) void router.navigate({ to: shortcut.path });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [router]);
};
