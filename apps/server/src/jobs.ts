import { matchJobs } from './modules/catalog/public.ts';
import { markDormant } from './modules/hosts/public.ts';
import { sweepSessions } from './modules/identity/public.ts';
import { countExactly, recount, recountHolders, sweepRecounts } from './modules/results/public.ts';
import type { Job } from './platform/jobs/jobs.ts';

/** Every module's background work. */
export const allJobs: readonly Job[] = [
  sweepSessions,
  markDormant,
  ...matchJobs(recountHolders),
  recount,
  sweepRecounts,
  countExactly,
];
