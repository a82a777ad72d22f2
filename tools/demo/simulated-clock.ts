export interface SimulatedClock {
  now: () => Date;
  /** Makes it so late; from there on it goes as any clock does, so that no two calls of a host are of one moment. */
  set(at: Date): void;
}

export const simulatedClock = (start: Date): SimulatedClock => {
  let from = start.getTime();
  let since = performance.now();
  return {
    now: () => new Date(from + (performance.now() - since)),
    set(at) {
      from = at.getTime();
      since = performance.now();
    },
  };
};
