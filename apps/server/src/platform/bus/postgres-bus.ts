import pg from 'pg';
import { type Bus, type Hint, listeners } from './bus.ts';

const channel = 'patchkeep_hints';
/** NOTIFY takes fewer than 8,000 bytes. */
const maxBytes = 7_900;
const reconnectMs = 500;

/** As many hints per notification as fit. */
export const packHints = (hints: readonly Hint[]): string[] => {
  const packets: string[] = [];
  let current = '';
  for (const each of hints) {
    const text = JSON.stringify(each);
    if (current && Buffer.byteLength(current) + Buffer.byteLength(text) + 3 > maxBytes) {
      packets.push(`[${current}]`);
      current = '';
    }
    current = current ? `${current},${text}` : text;
  }
  if (current) packets.push(`[${current}]`);
  return packets;
};

/** Hints over LISTEN/NOTIFY: nothing to install, one connection of its own, reconnecting for ever. */
export const openPostgresBus = async (url: string, onError: (error: Error) => void): Promise<Bus> => {
  const local = listeners();
  let client: pg.Client | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'patchkeep-bus', pipeline: true });
    fresh.on('notification', ({ payload }) => local.deliver(payload ?? ''));
    fresh.on('error', (error) => {
      onError(error);
      if (client === fresh) client = undefined;
      reconnectLater();
    });
    await fresh.connect();
    await fresh.query(`listen ${channel}`);
    client = fresh;
  };
  const reconnectLater = (): void => {
    if (isClosed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect().then(local.tellGap, (error: Error) => {
        onError(error);
        reconnectLater();
      });
    }, reconnectMs);
  };

  await connect();
  return {
    async publish(hints) {
      const open = client;
      if (!open) return;
      await Promise.all(packHints(hints).map((packet) => open.query('select pg_notify($1, $2)', [channel, packet])));
    },
    subscribe: local.subscribe,
    onGap: local.onGap,
    isUp: () => client !== undefined,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
};
