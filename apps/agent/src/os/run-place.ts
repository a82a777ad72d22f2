import { dirname } from 'node:path';
import type { Installer } from './os.ts';

/** The arguments with the folder that the files lie in now, and that folder as the place to run in. */
export const placeOf = ({ arguments: given, beside }: Installer, file: string) => {
  if (!beside) return { arguments: given, options: {} };
  const folder = dirname(file);
  return { arguments: given.map((each) => each.replaceAll('{folder}', folder)), options: { cwd: folder } };
};
