/** A laptop that slept wakes with its timers late by the time it slept; short steps bound that. */
const stepMs = 30_000;

/** Waits until a time of day, or until so much time has passed by a clock nobody can set; false when interrupted. */
export const sleepUntil = async (wakeAt: number, signal: AbortSignal): Promise<boolean> => {
  const limit = performance.now() + (wakeAt - Date.now());
  for (;;) {
    if (signal.aborted) return false;
    const left = Math.min(wakeAt - Date.now(), limit - performance.now());
    if (left <= 0) return true;
    await step(Math.min(left, stepMs), signal);
  }
};

const step = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
