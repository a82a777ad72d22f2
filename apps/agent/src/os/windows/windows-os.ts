import type { Os } from '../os.ts';

export const windowsOs = (_: { scratch: string }): Os => {
  throw new Error('not yet');
};
