import { jobTypes } from '@patchkeep/contract/goals';
import { describe, expect, it } from 'vitest';
import { type GivenFlags, jobFlags, type JobShape, jobType, shapeGiven } from './job-type.ts';

const answers = [true, false] as const;
const shapes: JobShape[] = answers.flatMap((isOngoing) => answers.map((isMultishot) => ({ isOngoing, isMultishot })));

/** Every way to say something of the type: each of three flags and the word, or nothing of it. */
const everyGiven: GivenFlags[] = [undefined, ...jobTypes].flatMap((word) =>
  [undefined, ...answers].flatMap((isOngoing) =>
    [undefined, ...answers].flatMap((isMultishot) =>
      [undefined, ...answers].map((isSingleshot) => ({ jobType: word, isOngoing, isMultishot, isSingleshot })),
    ),
  ),
);

/** Whether a shape is what was said, flag by flag. */
const agrees = (given: GivenFlags, shape: JobShape): boolean => {
  const flags = jobFlags(shape);
  return Object.entries(given).every(([name, said]) => said === undefined || flags[name as keyof GivenFlags] === said);
};

describe('the type of a job', () => {
  it.each([
    [true, true, 'ongoing'],
    [true, false, 'ongoing'],
    [false, true, 'multishot'],
    [false, false, 'singleshot'],
  ] as const)('ongoing %s, multishot %s: %s', (isOngoing, isMultishot, word) => {
    expect(jobType({ isOngoing, isMultishot })).toBe(word);
    expect(jobFlags({ isOngoing, isMultishot })).toEqual({
      isOngoing,
      isMultishot,
      isSingleshot: !isMultishot,
      jobType: word,
    });
  });

  it('is multishot or singleshot, never both: of all 108 ways to say it, over all 4 shapes [DEP-28]', () => {
    expect(everyGiven).toHaveLength(108);
    for (const before of shapes)
      for (const given of everyGiven) {
        const shape = shapeGiven(given, before);
        const about = { given, before };
        // Refused is what no shape agrees with, and nothing else.
        expect({ about, isTaken: shape !== undefined }).toEqual({
          about,
          isTaken: shapes.some((each) => agrees(given, each)),
        });
        if (shape) expect({ about, agrees: agrees(given, shape) }).toEqual({ about, agrees: true });
        if (given.isMultishot === true && given.isSingleshot === true) expect(shape).toBeUndefined();
      }
  });

  it('stays as it was where a call says nothing, and changes no more than it says', () => {
    for (const before of shapes) {
      expect(shapeGiven({}, before)).toEqual(before);
      expect(shapeGiven(jobFlags(before))).toEqual(before);
      expect(shapeGiven({ jobType: jobType(before) }, before)).toEqual(before);
      for (const isMultishot of answers) {
        expect(shapeGiven({ isMultishot }, before)).toEqual({ ...before, isMultishot });
        expect(shapeGiven({ isSingleshot: !isMultishot }, before)).toEqual({ ...before, isMultishot });
        expect(shapeGiven({ isOngoing: isMultishot }, before)).toEqual({ ...before, isOngoing: isMultishot });
      }
    }
  });

  it('is singleshot when a new job says nothing; ongoing alone keeps hosts as they shall be', () => {
    expect(shapeGiven({})).toEqual({ isOngoing: false, isMultishot: false });
    expect(shapeGiven({ jobType: 'ongoing' })).toEqual({ isOngoing: true, isMultishot: true });
    expect(shapeGiven({ jobType: 'ongoing', isSingleshot: true })).toEqual({ isOngoing: true, isMultishot: false });
  });
});
