export type When = 'now' | 'tonight' | 'at';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The next ten in the evening by the clock of whoever looks. */
export const nextEvening = (now: Date): Date => {
  const evening = new Date(now);
  evening.setHours(22, 0, 0, 0);
  if (evening <= now) evening.setDate(evening.getDate() + 1);
  return evening;
};

/** As a date and time is written everywhere in the console. */
export const fieldText = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())} ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;

/** When people begin to be asked: undefined is at once, null is not known yet. */
export const deadlineOf = (when: When, typed: string, now: Date): Date | undefined | null => {
  if (when === 'now') return undefined;
  if (when === 'tonight') return nextEvening(now);
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})$/.exec(typed.trim()) ?? [];
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(at.getTime()) || at <= now ? null : at;
};
