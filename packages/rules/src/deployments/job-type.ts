import type { jobTypes } from '@patchkeep/contract/goals';

export type JobType = (typeof jobTypes)[number];

/**
 * Two questions, each with two answers. Ongoing: who joins a target later counts too; otherwise the targets are frozen.
 * Multishot: tried until achieved, and, where ongoing, again when it is gone; otherwise (singleshot) one attempt for
 * each host and action.
 */
export interface JobShape {
  isOngoing: boolean;
  isMultishot: boolean;
}

export interface JobFlags extends JobShape {
  isSingleshot: boolean;
  jobType: JobType;
}

export const jobType = ({ isOngoing, isMultishot }: JobShape): JobType => {
  if (isOngoing) return 'ongoing';
  return isMultishot ? 'multishot' : 'singleshot';
};

/** A shape as calls tell it. */
export const jobFlags = (shape: JobShape): JobFlags => ({
  isOngoing: shape.isOngoing,
  isMultishot: shape.isMultishot,
  isSingleshot: !shape.isMultishot,
  jobType: jobType(shape),
});

/** What a word alone stands for: an ongoing job keeps its hosts as they shall be. */
const shapeOfType: Record<JobType, JobShape> = {
  ongoing: { isOngoing: true, isMultishot: true },
  multishot: { isOngoing: false, isMultishot: true },
  singleshot: { isOngoing: false, isMultishot: false },
};

/** What a call says of the type; what it leaves out stays as it was. */
export type GivenFlags = { [Name in keyof JobFlags]?: JobFlags[Name] | undefined };

/** The shape that a call asks for; undefined when it contradicts itself, such as multishot and singleshot at once. */
export const shapeGiven = (
  { jobType: word, isOngoing, isMultishot, isSingleshot }: GivenFlags,
  before: JobShape = shapeOfType.singleshot,
): JobShape | undefined => {
  const base = word === undefined || word === jobType(before) ? before : shapeOfType[word];
  const shape = {
    isOngoing: isOngoing ?? base.isOngoing,
    isMultishot: isMultishot ?? (isSingleshot === undefined ? base.isMultishot : !isSingleshot),
  };
  const isOneOf = isMultishot === undefined || isSingleshot === undefined || isMultishot !== isSingleshot;
  return isOneOf && (word === undefined || word === jobType(shape)) ? shape : undefined;
};
