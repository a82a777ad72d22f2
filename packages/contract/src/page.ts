import { z } from 'zod';
import { constants } from './constants.ts';
import { time } from './fields.ts';

const limit = z.coerce.number().int().min(1).max(constants.pageSizeMax).default(constants.pageSize);

/** How a list is asked for, a page at a time. */
export const page = { cursor: z.string().max(500).optional(), limit };

/** How a list of what happened is asked for, newest first. */
export const pageOfPast = {
  /** Not later than this. */
  endTime: time.optional(),
  /** Where the page before ended. */
  older: z.string().max(100).optional(),
  limit,
};
