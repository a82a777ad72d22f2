import { channelName } from '../lib/broadcast.ts';
import { createInstanceId } from '../lib/instance.ts';
import { returnFromConsent } from './return-page.ts';

returnFromConsent(location, {
  storage: sessionStorage,
  tell: (kind) => {
    const channel = new BroadcastChannel(channelName);
    channel.postMessage({ kind, from: createInstanceId((bytes) => crypto.getRandomValues(bytes)) });
    channel.close();
  },
  replace: (address) => location.replace(address),
});
