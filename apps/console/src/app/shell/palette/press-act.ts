import { setInteractionModality } from 'react-aria-components';

/** A page that has not drawn it by then does not offer it. */
const patienceMs = 10_000;

/**
 * Goes to what a page offers as `data-act` once it is drawn, and presses it: that opens a dialog or a preview. What
 * would act by itself is only focused. Whoever touches a key or the screen meanwhile has gone on: then nothing happens.
 */
export const pressAct = (act: string, isPressed: boolean): void => {
  const content = document.getElementById('content');
  if (!content) return;
  const offered = () => content.querySelector<HTMLElement>(`[data-act="${CSS.escape(act)}"]:not(:disabled)`);
  const press = () => {
    const found = offered();
    if (!found) return;
    stop();
    found.focus();
    if (isPressed) found.click();
    setInteractionModality('keyboard');
  };
  const watch = new MutationObserver(press);
  const stop = () => {
    watch.disconnect();
    clearTimeout(timer);
    for (const kind of ['keydown', 'pointerdown']) window.removeEventListener(kind, stop, true);
  };
  const timer = setTimeout(stop, patienceMs);
  watch.observe(content, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['data-act', 'disabled'],
  });
  for (const kind of ['keydown', 'pointerdown']) window.addEventListener(kind, stop, true);
  // The palette is gone by then: until it is, nothing below it takes the focus.
  requestAnimationFrame(press);
};
