/** What a page has not drawn by then is not waited for any longer. */
const patienceMs = 10_000;

/**
 * Calls back at each change of the page until it is stopped. Whoever touches a key or the screen meanwhile has gone on:
 * that stops it too.
 */
export const watchPage = (onChange: () => void, attributes: readonly string[] = []): (() => void) => {
  const watch = new MutationObserver(onChange);
  const stop = () => {
    watch.disconnect();
    clearTimeout(timer);
    for (const kind of ['keydown', 'pointerdown']) window.removeEventListener(kind, stop, true);
  };
  const timer = setTimeout(stop, patienceMs);
  const content = document.getElementById('content');
  const attributeFilter = [...attributes];
  if (content)
    watch.observe(content, { childList: true, subtree: true, ...(attributes.length > 0 && { attributeFilter }) });
  for (const kind of ['keydown', 'pointerdown']) window.addEventListener(kind, stop, true);
  return stop;
};
