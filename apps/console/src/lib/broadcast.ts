import { consoleHintWord } from '@patchkeep/contract/hints';
import { z } from 'zod';

const message = z.discriminatedUnion('kind', [
  /** Something changed on the server: a hint, with the kind of thing when it is known. */
  z.object({ kind: z.literal('report'), from: z.string(), thing: consoleHintWord.optional() }),
  z.object({ kind: z.literal('site-switch'), from: z.string(), siteName: z.string() }),
  z.object({ kind: z.literal('patchpro-admin-consent'), from: z.string() }),
  /** Who is signed in has proved in a window of its own, at the identity provider, that it is them. */
  z.object({ kind: z.literal('proved'), from: z.string() }),
]);
export type TabMessage = z.output<typeof message>;
type Unsigned<M> = M extends unknown ? Omit<M, 'from'> : never;

export const channelName = 'patchkeep-tabs';

interface Channel {
  postMessage(data: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  close(): void;
}

export interface TabEnvironment {
  channel: Channel;
  instanceId: string;
  /** Fetch again what a message may have changed. */
  refresh(message: TabMessage): void;
}

export interface Tabs {
  tell(message: Unsigned<TabMessage>): void;
  close(): void;
}

/** Connects this tab with the other tabs of the same browser. */
export const joinTabs = ({ channel, instanceId, ...environment }: TabEnvironment): Tabs => {
  channel.addEventListener('message', ({ data }) => {
    // Another version of the console may be open in another tab: what it says and we do not know is skipped.
    const parsed = message.safeParse(data);
    if (!parsed.success || parsed.data.from === instanceId) return;
    environment.refresh(parsed.data);
  });
  return {
    tell: (news) => channel.postMessage({ ...news, from: instanceId }),
    close: () => channel.close(),
  };
};
