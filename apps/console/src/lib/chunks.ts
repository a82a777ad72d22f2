const signs =
  /dynamically imported module|importing a module script failed|unable to preload css|failed to load module script/i;

/** Browsers word it differently and give it no code: a part of the console could not be fetched. */
export const isChunkFailure = (thrown: unknown): boolean => thrown instanceof Error && signs.test(thrown.message);
