import { z } from 'zod';
import { constants } from './constants.ts';

/** How a list is asked for, a page at a time. */
export const page = {
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(constants.pageSizeMax).default(constants.pageSize),
};
