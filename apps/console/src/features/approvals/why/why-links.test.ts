import { awaitedKinds } from '@patchkeep/contract/why';
import { describe, expect, it } from 'vitest';
import { awaitedLink, decisionLink, scopeLink, type WhyAbout } from './why-links.ts';

const chrome: WhyAbout = { hostUuid: 'h', subject: { channelTag: 'chrome' }, name: 'Chrome', isSystemAdmin: true };
const update: WhyAbout = { ...chrome, subject: { wuaKey: 'kb:5034441' }, name: 'KB5034441' };
const scopes = [
  { level: 'host', scopeUuid: 'h' },
  { level: 'group', scopeUuid: 'g' },
  { level: 'tag', scopeUuid: 't' },
  { level: 'site', scopeUuid: 's' },
  { level: 'system', scopeUuid: null },
] as const;
/** How the row of Chrome is found. */
const found = { q: 'Chrome', subject: 'chrome' };

describe('the steps of Why?', () => {
  it('link to the approvals of their scope, narrowed to what is asked about', () => {
    expect(scopes.map((scope) => scopeLink(scope, chrome))).toEqual([
      { to: '/hosts/host-results', search: { hostUuid: 'h', tab: 'updates' } },
      { to: '/patching/approvals/group', search: { ...found, groupUuid: 'g' } },
      { to: '/patching/approvals/tag', search: { ...found, tagUuid: 't' } },
      { to: '/patching/approvals', search: found },
      { to: '/system-approvals', search: found },
    ]);
    expect(scopeLink(scopes[1], update)?.search).toEqual({
      kind: 'wua',
      q: 'KB5034441',
      subject: 'kb:5034441',
      groupUuid: 'g',
    });
  });

  it('end with the approvals that decide, or with those of the site', () => {
    const site = { to: '/patching/approvals', search: found };
    expect(decisionLink(scopes[1], chrome)).toEqual(scopeLink(scopes[1], chrome));
    expect(decisionLink(scopes[4], chrome)).toEqual(scopeLink(scopes[4], chrome));
    expect(decisionLink(scopes[4], { ...chrome, isSystemAdmin: false })).toEqual(site);
    expect(decisionLink(scopes[0], chrome)).toEqual(site);
    expect(decisionLink(undefined, chrome)).toEqual(site);
  });

  it('do not link to the approvals of the system for those who may not open them', () => {
    expect(scopeLink(scopes[4], { ...chrome, isSystemAdmin: false })).toBeUndefined();
  });

  it('link to the page about what is waited for, where there is one', () => {
    const links = (about: WhyAbout) =>
      Object.fromEntries(
        awaitedKinds.flatMap((kind) => {
          const one = awaitedLink(kind, about, scopes[2]);
          return one ? [[kind, [one.link.to, one.link.search]]] : [];
        }),
      );
    const host = '/hosts/host-results';
    expect(links(chrome)).toEqual({
      delay: ['/patching/approvals/tag', { ...found, tagUuid: 't' }],
      settings: ['/patching/approvals/tag', { ...found, tagUuid: 't' }],
      package: ['/patching/packages', { q: 'Chrome' }],
      root: [host, { hostUuid: 'h' }],
      newDecision: ['/patching/activity', { hostUuid: 'h', channelTag: 'chrome' }],
      host: [host, { hostUuid: 'h' }],
      restart: [host, { hostUuid: 'h', tab: 'restart' }],
      secondPerson: ['/patching/approvals', { view: 'changes' }],
    });
    expect(links(update)['newDecision']).toEqual([
      '/patching/activity',
      { hostUuid: 'h', kind: 'wua', kbArticle: 'KB5034441' },
    ]);
  });
});
