import { afterEach, describe, expect, it } from 'vitest';
import { channelName, joinTabs, type TabMessage, type Tabs } from './broadcast.ts';

const open: Tabs[] = [];
afterEach(() => {
  for (const tabs of open.splice(0)) tabs.close();
});

const tab = (instanceId: string, hasUnsavedChanges = false) => {
  const refreshed: TabMessage[] = [];
  const stale: string[] = [];
  const tabs = joinTabs({
    channel: new BroadcastChannel(channelName),
    instanceId,
    hasUnsavedChanges: () => hasUnsavedChanges,
    refresh: (message) => refreshed.push(message),
    onStaleSite: (siteName) => stale.push(siteName),
  });
  open.push(tabs);
  return { tabs, refreshed, stale };
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

  it('with unsaved changes tell of a site switch instead of swapping the site below them', async () => {
    const [one, two] = [tab('one'), tab('two', true)];
    one.tabs.tell({ kind: 'site-switch', siteName: 'Norge' });
    one.tabs.tell({ kind: 'report' });
    await delivered();
    expect(two.stale).toEqual(['Norge']);
    expect(two.refreshed.map(({ kind }) => kind)).toEqual(['report']);
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
