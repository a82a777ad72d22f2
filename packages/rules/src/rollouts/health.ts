/** At this pressure work is halted: five failures in a row where hardly anything ever fails. */
export const haltPressure = 11.5;

const lowestBase = 0.005;
const highestBase = 0.05;

/**
 * The evidence that something fails more often than it usually does, as a cumulative sum of log-likelihood ratios. Each
 * failure raises it, each proof lowers it, and it never falls below 0: a good past is no credit. `base` is the usual
 * share of failures; of what is told at once, the order does not matter.
 */
export const pressureAfter = (pressure: number, failed: number, proven: number, base: number): number => {
  const usual = Math.min(Math.max(base, lowestBase), highestBase);
  const bad = Math.max(highestBase, 4 * usual);
  return Math.max(0, pressure + failed * Math.log(bad / usual) + proven * Math.log((1 - bad) / (1 - usual)));
};
