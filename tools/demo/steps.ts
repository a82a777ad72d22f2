import { dayMs } from '@patchkeep/rules/time-units';

/** What is long ago is looked at by the month, what was yesterday by the day: so many days from step to step, and until when. */
const strides = [
  { days: 1, until: 14 },
  { days: 7, until: 91 },
  { days: 14, until: Infinity },
];

/** The moments at which the past is lived through, the last of them now. */
export const stepsOf = (now: Date, days: number): Date[] => {
  const ago: number[] = [];
  let day = 0;
  for (const stride of strides) for (; day < Math.min(days, stride.until); day += stride.days) ago.push(day);
  return [days, ...ago.toReversed()].map((each) => new Date(now.getTime() - each * dayMs));
};
