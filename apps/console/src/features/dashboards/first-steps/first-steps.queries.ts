import { type FirstStep, firstSteps } from '@patchkeep/contract/first-steps';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';

export const areAllDone = (steps: readonly FirstStep[]): boolean => steps.every(({ done }) => done !== null);

/** Asked for again with every change that may have done a step, and no more once all are done. */
export const firstStepsQuery = (mayAsk: boolean) =>
  queryOptions({
    queryKey: ['dashboard', 'first-steps'],
    queryFn: ({ signal }) => call(firstSteps.list, {}, { signal }),
    enabled: ({ state }) => mayAsk && !(state.data && areAllDone(state.data.steps)),
    // The dashboard beside it says when the server cannot be reached.
    meta: { isSilent: true, alsoOf: ['alertChoice', 'host', 'installToken', 'approvals', 'tasks', 'counts'] },
  });
