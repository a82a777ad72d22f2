/** Written with the service; see below. */
export const buildMsi = (dist: string): void => {
  throw new Error(`No MSI yet in ${dist}`);
};
