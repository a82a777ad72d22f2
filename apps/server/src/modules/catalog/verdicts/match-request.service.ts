import { z } from 'zod';
import type { Tx } from '../../../platform/db/tenant.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';

export const matchVersionsName = 'match-versions';
export const matchVersionsPayload = z.object({});
/** Whoever judges holds this: two at once would only do the same work twice. */
export const matchLock = 7_204_812;

/** Asks for verdicts on what is new. However many ask before it runs, it runs once. */
export const requestMatch = (tx: Tx, now: Date): Promise<void> =>
  enqueue(tx, { name: matchVersionsName, payload: matchVersionsPayload }, {}, { key: matchVersionsName, runAt: now });

export const loadStarterName = 'load-starter';

/** Asks for the channels that ship with this build; a worker does so when it starts. */
export const requestStarter = (tx: Tx, now: Date): Promise<void> =>
  enqueue(tx, { name: loadStarterName, payload: matchVersionsPayload }, {}, { key: loadStarterName, runAt: now });
