import { connect } from '@nats-io/transport-node';
import { type Bus, listeners } from './bus.ts';

const subject = 'patchkeep.hints';

/** Hints over NATS, for several api processes. The client reconnects by itself. */
export const openNatsBus = async (url: string, onError: (error: Error) => void): Promise<Bus> => {
  const local = listeners();
  let isUp = true;
  const connection = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 500 });
  connection.subscribe(subject, {
    callback: (error, message) => {
      if (error) onError(error);
      else local.deliver(message.string());
    },
  });
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') isUp = false;
      if (type !== 'reconnect') continue;
      isUp = true;
      local.tellGap();
    }
  })();
  // The subscription must be the server's knowledge before anybody publishes.
  await connection.flush();
  return {
    async publish(hints) {
      if (hints.length > 0) connection.publish(subject, JSON.stringify(hints));
    },
    subscribe: local.subscribe,
    onGap: local.onGap,
    isUp: () => isUp,
    async close() {
      await connection.drain();
    },
  };
};
