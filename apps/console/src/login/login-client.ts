import { createCall } from '../lib/call.ts';
import { createInstanceId } from '../lib/instance.ts';

export const call = createCall({
  fetch: (address, init) => fetch(address, init),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  instanceId: createInstanceId((bytes) => crypto.getRandomValues(bytes)),
  csrf: () => undefined,
  takeActivity: () => false,
});
