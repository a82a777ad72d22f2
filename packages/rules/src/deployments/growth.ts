import { dayMs } from '../time-units.ts';

const fewHosts = 25;
const share = 0.1;
/** For so long the word of a second person counts. */
export const agreementDays = 90;

/** How an ongoing job grew since somebody agreed to it. */
export interface Growth {
  /** Hosts it had when somebody agreed to it. */
  agreedCount: number;
  /** Hosts that joined its targets within the last 24 hours. */
  joinedCount: number;
  /** When a second person agreed; null where none was needed. */
  agreedAt: Date | null;
}

/**
 * Why those who join a job wait until somebody looks: so many joined in a day that it is no longer the job that was
 * agreed to, or that was too long ago.
 */
export const growthProblem = (
  { agreedCount, joinedCount, agreedAt }: Growth,
  now: Date,
): 'tooMany' | 'tooOld' | undefined => {
  if (joinedCount > Math.max(fewHosts, agreedCount * share)) return 'tooMany';
  const isOld = agreedAt !== null && now.getTime() - agreedAt.getTime() > agreementDays * dayMs;
  return isOld && joinedCount > 0 ? 'tooOld' : undefined;
};
