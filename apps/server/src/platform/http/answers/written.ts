import type { z } from 'zod';
import { exactTest } from './exact.ts';

/**
 * An answer as the contract describes it: what it leaves out does not leave the server, and what it refuses is not
 * sent. What is exact is written as it is; all else goes through the schema first.
 */
export const written = (schema: z.ZodType, value: unknown): { body: unknown; text: string } => {
  const body = exactTest(schema)(value) ? value : schema.parse(value);
  return { body, text: JSON.stringify(body) };
};
