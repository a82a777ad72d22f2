import { BoundedMap } from './bounded-map.ts';

/** Who asks again by itself may be told what was told some seconds ago. */
const goodForMs = 5_000;

/**
 * Answers those who ask again by themselves, because time went by and not because something happened. What was told to
 * one of them is told to all who ask the same within seconds; `momentOf` reads from an answer of when it is. Whoever
 * asks because they want to know is answered anew, and does not come here.
 */
export const periodicAnswers = <Answer>(mostRemembered: number, momentOf: (answer: Answer) => string) => {
  const remembered = new BoundedMap<string, Answer>(mostRemembered);
  return async (key: string, now: Date, answer: () => Promise<Answer>): Promise<Answer> => {
    const known = remembered.get(key);
    const age = known === undefined ? Infinity : now.getTime() - Date.parse(momentOf(known));
    if (known !== undefined && age >= 0 && age < goodForMs) return known;
    const made = await answer();
    remembered.set(key, made);
    return made;
  };
};
