import calculator from 'ae-cvss-calculator';
import type { Cvss } from '../../matching/advisory.types.ts';

const baseOf = (vector: string): number | undefined => {
  try {
    const scores = calculator.fromVector(vector)?.calculateScores() as { base?: number } | undefined;
    return scores?.base;
  } catch {
    return undefined;
  }
};

/** The score its vector comes to. Feeds carry mistyped numbers; where the vector cannot be read, theirs has to do. */
export const checkedCvss = (cvss: Cvss): Cvss => ({ ...cvss, score: baseOf(cvss.vector) ?? cvss.score });
