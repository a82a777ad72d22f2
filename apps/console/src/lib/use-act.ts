import { useMutation, useQueryClient } from '@tanstack/react-query';
import { exceptions, showFailure } from './client.ts';
import { asFailure, isAwaiting } from './failure.ts';
import { markOld } from './query-client.ts';
import type { QueryWord } from './query-keys.ts';

interface ActOptions {
  /** The things whose answers are old afterwards, as the keys of their queries begin. */
  touches: readonly QueryWord[];
  /** Takes a refusal that is worth a word beside the form; without it, it goes to the exception dialog as all others. */
  onRefused?: (message: string) => void;
  /** The answers that are such a refusal. */
  refusals?: readonly number[];
}

interface ActAnswers<Answer> {
  onSuccess?: (answer: Answer) => void;
  /** It awaits a second person, and the shell says so: what is left is to close what it was asked in. */
  onAwaiting?: () => void;
  onError?: (thrown: unknown) => void;
}

const invalidOnly: readonly number[] = [400];

/** A change the user asked for. Its failure is shown, and what it touched is fetched again before it counts as done. */
export const useAct = <Given, Answer>(
  act: (given: Given) => Promise<Answer>,
  { touches, onRefused, refusals = invalidOnly }: ActOptions,
) => {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: act,
    onError: (thrown) => {
      const failure = asFailure(thrown);
      if (onRefused && refusals.includes(failure.type)) {
        onRefused(failure.message);
        exceptions.reportInPlace(failure);
      } else showFailure(thrown);
    },
    onSettled: async (_answer, thrown) => {
      const fetched = Promise.all(touches.map((thing) => markOld(queries, { queryKey: [thing] })));
      // Who was refused may try again at once: until the act counts as ended, forms drop what is sent.
      if (thrown === null) await fetched;
    },
  });
  return {
    isPending,
    // By the promise: the library forgets what an act should say when the next begins before it is done.
    mutate: (given: Given, { onSuccess, onAwaiting, onError }: ActAnswers<Answer> = {}) =>
      void mutateAsync(given).then(onSuccess, (thrown: unknown) => {
        if (isAwaiting(thrown)) onAwaiting?.();
        else onError?.(thrown);
      }),
  };
};

/** Takes acts back: calls that were kept for it, all at once. */
export const useUndo = (touches: readonly QueryWord[]) =>
  useAct((calls: readonly (() => Promise<unknown>)[]) => Promise.all(calls.map((one) => one())), { touches });
