interface InputTarget {
  addEventListener(type: string, listener: (event: { isTrusted: boolean }) => void, options: object): void;
}

/**
 * Remembers whether a person touched this tab since the last call. Polls must not keep an idle session
 * alive, so only trusted pointer and key events count.
 */
export const watchActivity = (target: InputTarget): (() => boolean) => {
  let isActive = false;
  const note = (event: { isTrusted: boolean }) => {
    if (event.isTrusted) isActive = true;
  };
  for (const type of ['pointerdown', 'keydown']) target.addEventListener(type, note, { capture: true, passive: true });
  return () => {
    const was = isActive;
    isActive = false;
    return was;
  };
};
