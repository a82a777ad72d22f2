const test = 'apps/server/src/modules/results/history/time-machine.test.ts';
const day = 'apps/server/src/modules/results/past/past-day.service.ts';
const lists = 'lists nothing of a day to come, nor of one before its lists were kept, and says since when they are';

/** Guards of lists as of a day. */
export const pastMutants = [
  {
    guard: 'days to come',
    file: day,
    without: 'if (date < constants.dateMinimum || date > dayOf(now))',
    instead: 'if (date < constants.dateMinimum)',
    red: { file: test, test: lists },
  },
  {
    guard: 'days before lists were kept',
    file: day,
    without: 'if (date < keptSince)',
    instead: `if (keptSince === '')`,
    red: { file: test, test: lists },
  },
];
