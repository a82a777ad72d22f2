import { afterEach, describe, expect, it } from 'vitest';
import { channelName, joinTabs, type TabMessage, type Tabs } from './broadcast.ts';

const open: Tabs[] = [];
afterEach(() => {
  for (const tabs of open.splice(0)) tabs.close();
});

const tab = (instanceId: string) => {
  const refreshed: TabMessage[] = [];
  const tabs = joinTabs({
    channel: new BroadcastChannel(channelName),
    instanceId,
    refresh: (message) => refreshed.push(message),
  });
  open.push(tabs);
  return { tabs, refreshed };
};
const delivered = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('the tabs of a browser', () => {
  it('hear report, site-switch and patchpro-admin-consent of each other and refresh [SES-26] [SES-27]', async () => {
    const [one, two] = [tab('one'), tab('two')];
    one.tabs.tell({ kind: 'report', thing: 'host' });
    one.tabs.tell({ kind: 'site-switch', siteName: 'Norge' });
    one.tabs.tell({ kind: 'patchpro-admin-consent' });
    await delivered();
    expect(two.refreshed.map(({ kind }) => kind)).toEqual(['report', 'site-switch', 'patchpro-admin-consent']);
    expect(one.refreshed).toEqual([]);
  });

  it('skip what another version of the console says and they do not know', async () => {
    const two = tab('two');
    const stranger = new BroadcastChannel(channelName);
    stranger.postMessage({ kind: 'self-destruct', from: 'x' });
    stranger.postMessage('noise');
    await delivered();
    stranger.close();
    expect(two.refreshed).toEqual([]);
  });
});
