import { pages } from '@patchkeep/rules/pages';
import { mayCall } from '@patchkeep/rules/permissions';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { setInteractionModality } from 'react-aria-components';
import { preferences, sessionStore } from '../../lib/client.ts';
import { createShortcutReader } from '../../lib/shortcuts.ts';

const typingPlaces =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Fields are gone to, everything else is pressed. */
const pressOffered = (key: string): boolean => {
  const offered = document.querySelector<HTMLElement>(`#content [data-key="${key}"]`);
  if (offered instanceof HTMLInputElement) offered.focus();
  else offered?.click();
  // A click without a pointer passes for a screen reader's, for whom the focus waits until every transition of the
  // page has ended: the next key of quick fingers would come before it.
  setInteractionModality('keyboard');
  return offered !== null;
};

/** The row that Tab would reach in the list of a page. */
const rowOfList = () => document.querySelector<HTMLElement>('#content tr[tabindex="0"]');

/** From the heading, where one arrives, or from nowhere, the arrow enters the list. */
const entersList = ({ key, target, shiftKey, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean => {
  if (key !== 'ArrowDown' || shiftKey || ctrlKey || metaKey || altKey || defaultPrevented) return false;
  return target === document.body || (target instanceof Element && target.matches('#content, #content h1'));
};

/** Listens for the shortcuts of the shell while it is on screen. */
export const useShortcuts = (open: { palette(): void; help(): void }) => {
  const router = useRouter();
  const openLayer = useEffectEvent((layer: 'palette' | 'help') => open[layer]());
  useEffect(() => {
    const read = createShortcutReader(() => preferences.store.getState().hasLetterShortcuts);
    const onKeyDown = (event: KeyboardEvent) => {
      const row = entersList(event) ? rowOfList() : null;
      if (row) {
        event.preventDefault();
        row.focus();
        return;
      }
      const place = event.target instanceof Element ? event.target.closest(typingPlaces) : null;
      // A layer that fades away still holds the focus; what is typed then is meant for the page.
      const isTyping = place !== null && !place.closest('[data-exiting]');
      const shortcut = read({
        key: event.key,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        altKey: event.altKey,
        isTyping,
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
