import { feedJobs, matchJobs } from './modules/catalog/public.ts';
import { markDormant } from './modules/hosts/public.ts';
import { sweepSessions } from './modules/identity/public.ts';
import { plan, prove } from './modules/patching/public.ts';
import { countExactly, recount, recountEverybody, recountHolders, sweepRecounts } from './modules/results/public.ts';
import type { Config } from './platform/config/config.ts';
import type { Job } from './platform/jobs/jobs.ts';

/** Every module's background work. */
export const allJobs = (config: Config): readonly Job[] => [
  sweepSessions,
  markDormant,
  ...matchJobs(recountHolders),
  ...feedJobs(config, recountHolders, recountEverybody),
  recount,
  sweepRecounts,
  countExactly,
  prove,
  plan,
];
