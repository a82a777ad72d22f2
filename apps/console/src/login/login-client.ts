import { clientPasswordHash } from '@patchkeep/rules/password';
import { createCall } from '../lib/call.ts';
import { createInstanceId } from '../lib/instance.ts';

const encoder = new TextEncoder();

export const call = createCall({
  fetch: (address, init) => fetch(address, init),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  instanceId: createInstanceId((bytes) => crypto.getRandomValues(bytes)),
  csrf: () => undefined,
  takeActivity: () => false,
});

export const hash = (username: string, password: string) =>
  clientPasswordHash({ subtle: crypto.subtle as never, encode: (text) => encoder.encode(text) }, username, password);
