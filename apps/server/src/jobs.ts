import { markDormant } from './modules/hosts/public.ts';
import { sweepSessions } from './modules/identity/public.ts';
import type { Job } from './platform/jobs/jobs.ts';

/** Every module's background work. */
export const allJobs: readonly Job[] = [sweepSessions, markDormant];
