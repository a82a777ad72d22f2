// Runs in a thread of its own, because names are chosen by whoever sends them: a thread that takes too long is ended.
import { parentPort } from 'node:worker_threads';
import { identifier, type NamedChannel } from '@patchkeep/rules/software/identify';
import { unknownSoftware } from '../channels/identity.rules.ts';
import type { NameMatch, ThreadMessage } from './name-matcher.service.ts';

let identify = identifier([]);

parentPort?.on('message', ({ channels, names, progress }: ThreadMessage) => {
  if (channels !== undefined) identify = identifier(JSON.parse(channels) as NamedChannel[]);
  const place = new Int32Array(progress);
  const matches: NameMatch[] = names.map((each, i) => {
    Atomics.store(place, 0, i);
    return identify(each) ?? unknownSoftware(each);
  });
  parentPort?.postMessage(matches);
});
