/** Where somebody was before a layer over the page took the focus, the latest last. */
const recent: HTMLElement[] = [];
const recentMax = 8;
const layers = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
/** Keys that mean something to the page, such as Ctrl+Z, would change the text in them. */
const fields = 'input, textarea, select';

const remember = ({ target }: FocusEvent) => {
  if (!(target instanceof HTMLElement) || target.closest(layers) || target.matches(fields)) return;
  const former = recent.indexOf(target);
  if (former >= 0) recent.splice(former, 1);
  recent.push(target);
  if (recent.length > recentMax) recent.shift();
};

const isAdrift = () => document.activeElement === document.body || document.activeElement === null;

/** Layers stand beside the page, not in it. One that is open takes the focus itself, some only after its transition. */
const isLayerOpen = () =>
  [...document.body.children].some(
    (child) => child.querySelector('#content') === null && (child.matches(layers) || child.querySelector(layers)),
  );

/** Nothing has the focus: it goes where it was last, among what still stands there, else to the heading of the page. */
export const returnFocus = (): void => {
  if (!isAdrift() || isLayerOpen()) return;
  const places = [...recent.toReversed(), document.querySelector<HTMLElement>('#content h1')];
  for (const place of places) {
    if (!place?.isConnected) continue;
    place.focus({ preventScroll: true });
    if (!isAdrift()) return;
  }
};

/**
 * Watches layers go. Each brings the focus back itself, unless what it was opened from is gone too: an entry of a menu,
 * or a dialog before it. It does so within a frame, so this looks after two.
 */
export const watchFocus = (): (() => void) => {
  const watch = new MutationObserver((changes) => {
    const removed = changes.flatMap(({ removedNodes }) => [...removedNodes]);
    // A tooltip that goes, or a message, takes no focus with it.
    if (!removed.some((node) => node instanceof Element && (node.matches(layers) || node.querySelector(layers))))
      return;
    requestAnimationFrame(() => requestAnimationFrame(returnFocus));
  });
  watch.observe(document.body, { childList: true });
  document.addEventListener('focusin', remember);
  return () => {
    watch.disconnect();
    document.removeEventListener('focusin', remember);
  };
};
