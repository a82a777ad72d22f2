import { existsSync, readFileSync } from 'node:fs';
import type { z } from 'zod';

/** The lines of a file, each read as JSON of this form; none while there is no file. */
export const readJsonLines = <T>(path: string, form: z.ZodType<T>): T[] => {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line, index) => {
    try {
      return form.parse(JSON.parse(line));
    } catch (error) {
      throw new Error(`Line ${index + 1} of ${path} cannot be read`, { cause: error });
    }
  });
};
