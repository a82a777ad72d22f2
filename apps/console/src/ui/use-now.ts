import { useSyncExternalStore } from 'react';

/* One clock for every relative time on the page, stopped while nobody looks at one. */
const stepMs = 15_000;
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = new Date();
    for (const each of listeners) each();
  }, stepMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(): Date {
  if (Date.now() - now.getTime() > stepMs) now = new Date();
  return now;
}

export function useNow(): Date {
  return useSyncExternalStore(subscribe, read, read);
}
