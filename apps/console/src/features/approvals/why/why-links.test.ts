import { awaitedKinds } from '@patchkeep/contract/why';
import { describe, expect, it } from 'vitest';
import { awaitedLink, scopeLink, type WhyAbout } from './why-links.ts';

const chrome: WhyAbout = { hostUuid: 'h', subject: { channelTag: 'chrome' }, name: 'Chrome', isSystemAdmin: true };
const update: WhyAbout = { ...chrome, subject: { wuaKey: 'kb:5034441' }, name: 'KB5034441' };
const scopes = [
  { level: 'host', scopeUuid: 'h' },
  { level: 'group', scopeUuid: 'g' },
  { level: 'tag', scopeUuid: 't' },
  { level: 'site', scopeUuid: 's' },
  { level: 'system', scopeUuid: null },
] as const;

describe('the steps of Why?', () => {
  it('link to the approvals of their scope, narrowed to what is asked about', () => {
    expect(scopes.map((scope) => scopeLink(scope, chrome))).toEqual([
      { to: '/hosts/host-results', search: { hostUuid: 'h', tab: 'updates' } },
      { to: '/patching/approvals/group', search: { q: 'Chrome', groupUuid: 'g' } },
      { to: '/patching/approvals/tag', search: { q: 'Chrome', tagUuid: 't' } },
      { to: '/patching/approvals', search: { q: 'Chrome' } },
      { to: '/system-approvals', search: { q: 'Chrome' } },
    ]);
    expect(scopeLink(scopes[1], update)?.search).toEqual({ kind: 'wua', q: 'KB5034441', groupUuid: 'g' });
  });

  it('do not link to the approvals of the system for those who may not open them', () => {
    expect(scopeLink(scopes[4], { ...chrome, isSystemAdmin: false })).toBeUndefined();
  });

  it('link to the page about what is waited for, where there is one', () => {
    const links = (about: WhyAbout) =>
      Object.fromEntries(
        awaitedKinds.flatMap((kind) => {
          const found = awaitedLink(kind, about, scopes[2]);
          return found ? [[kind, [found.link.to, found.link.search]]] : [];
        }),
      );
    const host = '/hosts/host-results';
    expect(links(chrome)).toEqual({
      delay: ['/patching/approvals/tag', { q: 'Chrome', tagUuid: 't' }],
      settings: ['/patching/approvals/tag', { q: 'Chrome', tagUuid: 't' }],
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
