import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createQueryClient, invalidateFor } from './query-client.ts';
import { quietly } from './quietly.ts';

/** A dashboard on screen, and what each of its fetches said of itself. */
const open = async () => {
  const requests: boolean[] = [];
  const server = { isDown: false };
  const client = createQueryClient({ show: () => undefined, reportInPlace: () => undefined });
  const observer = new QueryObserver<number>(client, {
    queryKey: ['dashboard', 'site', 'data', 'x'],
    queryFn: (context) =>
      quietly(context, async (isPeriodic) => {
        requests.push(isPeriodic);
        if (server.isDown) throw new Error('away');
        return requests.length;
      }),
    meta: { alsoOf: ['counts'] },
  });
  const close = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle');
  return { requests, server, client, observer, close };
};

describe('a dashboard that is fetched again', () => {
  it('is periodic when only time went by, and not when a hint says that numbers were counted', async () => {
    const { requests, client, observer, close } = await open();
    expect(requests).toEqual([false]);
    // What the interval does.
    await observer.refetch();
    expect(requests).toEqual([false, true]);
    await invalidateFor(client, { kind: 'report', thing: 'counts' });
    expect(requests).toEqual([false, true, false]);
    await observer.refetch();
    expect(requests).toEqual([false, true, false, true]);
    close();
  });

  it('keeps what is on screen when that fails', async () => {
    const { server, observer, close } = await open();
    server.isDown = true;
    await observer.refetch();
    expect(observer.getCurrentResult()).toMatchObject({ data: 1, isError: false });
    close();
  });
});
