import { setTimeout as pause } from 'node:timers/promises';

const pauseMs = 500;
/** Two minutes: a held-back machine with 60 hosts that enrol by one token has answered "busy" for half a minute. */
const mostTries = 240;

/** Calls again while the server answers that it is busy (429 or 503), as agents do. The last answer is the result. */
export const callWhileBusy = async <T extends number | { status: number }>(call: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    const answer = await call();
    const status = typeof answer === 'number' ? answer : answer.status;
    if ((status !== 429 && status !== 503) || tried === mostTries) return answer;
    await pause(pauseMs);
  }
};
