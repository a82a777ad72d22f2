/** After so many tries a piece of work is given up. */
export const lastAttempt = 5;

/** Where a piece of work stands. */
export const taskState = {
  pending: 0,
  leased: 1,
  unverified: 2,
  verified: 3,
  failed: 4,
  superseded: 5,
  unknown: 6,
} as const;

const openStates: ReadonlySet<number> = new Set([
  taskState.pending,
  taskState.leased,
  taskState.unverified,
  taskState.unknown,
]);
/** Something is still to come of it. */
export const isOpenState = (state: number): boolean => openStates.has(state);
