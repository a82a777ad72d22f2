import { connect, credsAuthenticator } from '@nats-io/transport-node';
import { type Bus, listeners } from './bus.ts';

/** How to reach the NATS server, and who we are to it. */
export interface NatsAccess {
  /** `tls://…` asks for TLS, and refuses a server without it. */
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  /** The text of a `.creds` file. */
  credentials?: string | undefined;
  /** The certificate of the authority that signed the server's, where it is not a public one. */
  ca?: string | undefined;
}

const optionsOf = ({ url, user, password, credentials, ca }: NatsAccess): Parameters<typeof connect>[0] => ({
  servers: url,
  ...(user !== undefined && { user, pass: password ?? '' }),
  ...(credentials !== undefined && { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
  ...((ca !== undefined || url.startsWith('tls:')) && { tls: ca === undefined ? {} : { ca } }),
});

const subject = 'patchkeep.hints';

/** Hints over NATS, for several api processes. The client reconnects by itself. */
export const openNatsBus = async (access: NatsAccess, onError: (error: Error) => void): Promise<Bus> => {
  const local = listeners();
  let isUp = true;
  const connection = await connect({ ...optionsOf(access), maxReconnectAttempts: -1, reconnectTimeWait: 500 });
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
