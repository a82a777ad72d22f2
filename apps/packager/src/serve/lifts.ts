import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WantedPackages } from '@patchkeep/contract/packager';
import { buildId } from '@patchkeep/contract/packager';
import { z } from 'zod';
import { isJudgement } from '../evidence/holds.ts';
import { readJsonLines } from '../json-lines.ts';

/** A judgement that a person has lifted on this machine. */
const lift = z.strictObject({
  at: z.int().min(0),
  build: buildId,
  hold: z.string().refine(isJudgement),
  reason: z.string().min(1).max(1_000),
});
export type Lift = z.output<typeof lift>;

const fileOf = (home: string): string => join(home, 'lifts.jsonl');

/** The judgements that were lifted in this folder, and why. The server has no part in them. */
export const readLifts = (home: string): Lift[] => readJsonLines(fileOf(home), lift);

export const addLift = (home: string, given: Lift): void => {
  const read = lift.safeParse(given);
  if (!read.success)
    throw new Error('Name a build as it is listed, a judgement, and a reason of at most 1,000 letters.');
  appendFileSync(fileOf(home), `${JSON.stringify(read.data)}\n`, { mode: 0o600 });
};

/** What of a list of lifts belongs to a build, as `preparePlan` takes it. */
export const meansOf = (lifts: readonly WantedPackages['lifted'][number][], build: string) => {
  const own = lifts.filter((one) => one.build === build);
  return {
    lifted: own.map(({ hold }) => hold),
    reason: own.length > 0 ? own.map(({ hold, reason }) => `${hold}: ${reason}`).join('; ') : undefined,
  };
};

export const liftsOf = (home: string, build: string) => meansOf(readLifts(home), build);
