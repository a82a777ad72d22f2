import { breachedProblem, type PasswordEstimate, passwordProblem } from '@patchkeep/rules/password';
import { useEffect, useState } from 'react';
import { type FindBreached, isBreached } from './breached.ts';

type Estimator = (username: string, password: string) => PasswordEstimate;

const loadEstimator = async (): Promise<Estimator> => (await import('./strength.ts')).estimate;

export interface JudgedPassword {
  /** Undefined until the estimator is there and something is typed. */
  estimate: PasswordEstimate | undefined;
  /** What is wrong with the password as far as this browser knows by itself. */
  problem: string | undefined;
  /** The whole judgement, which is made before the password is hashed and sent. */
  judge: () => Promise<string | undefined>;
}

/** Judges a password while it is typed, wherever somebody chooses one. */
export const useJudgedPassword = (username: string, password: string, findBreached?: FindBreached): JudgedPassword => {
  const [estimator, setEstimator] = useState<Estimator>();
  useEffect(() => {
    let isCurrent = true;
    loadEstimator().then(
      (loaded) => isCurrent && setEstimator(() => loaded),
      // Submitting asks once more, and says so when it fails.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  const estimate = password === '' ? undefined : estimator?.(username, password);
  return {
    estimate,
    problem: passwordProblem(username, password, estimate),
    judge: async () => {
      try {
        const judging = await loadEstimator();
        const problem = passwordProblem(username, password, judging(username, password));
        if (problem !== undefined || !findBreached) return problem;
        return (await isBreached(password, findBreached)) ? breachedProblem : undefined;
      } catch {
        return 'The password could not be checked. Wait a moment and try again';
      }
    },
  };
};
