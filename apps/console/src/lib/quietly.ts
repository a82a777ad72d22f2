import type { QueryFunctionContext } from '@tanstack/react-query';

/**
 * Asks; when a refresh that nobody asked for fails, what is on screen stays without a word, with the time it is of. A
 * refresh is periodic when only time went by. After a hint something did change, and an answer that the server gave some
 * seconds ago may be from before it.
 */
export const quietly = async <Answer>(
  { client, queryKey, signal }: QueryFunctionContext,
  ask: (isPeriodic: boolean) => Promise<Answer>,
): Promise<Answer> => {
  const before = client.getQueryState<Answer>(queryKey);
  const old = before?.data;
  try {
    return await ask(old !== undefined && before?.isInvalidated !== true);
  } catch (thrown) {
    if (old === undefined || signal.aborted) throw thrown;
    return old;
  }
};
