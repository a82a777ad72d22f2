import { describe, expect, it } from 'vitest';
import { consentKey, returnFromConsent } from './return-page.ts';

const arrive = (pathname: string, search: string) => {
  const stored = new Map<string, string>();
  const messages: string[] = [];
  const moves: string[] = [];
  returnFromConsent(
    { pathname, search },
    {
      storage: { setItem: (key, value) => void stored.set(key, value) },
      tell: (kind) => messages.push(kind),
      replace: (address) => moves.push(address),
    },
  );
  return { stored: JSON.parse(stored.get(consentKey) ?? 'null') as unknown, messages, moves };
};

describe('a return from consent', () => {
  it('stores admin_consent, tenant and state, tells the other tabs and opens PatchPro [SHELL-03]', () => {
    expect(arrive('/patchpro/admin_consent', '?admin_consent=True&tenant=t-1&state=s%201')).toEqual({
      stored: { admin_consent: 'true', tenant: 't-1', state: 's 1', path: '/patchpro/admin_consent' },
      messages: ['patchpro-admin-consent'],
      moves: ['/#/patchpro'],
    });
  });

  it('from the directory opens configuration, tab azure-integration [SHELL-03]', () => {
    expect(arrive('/azure/azure-integration', '?admin_consent=false&tenant=t-2&state=x')).toEqual({
      stored: { admin_consent: 'false', tenant: 't-2', state: 'x', path: '/azure/azure-integration' },
      messages: [],
      moves: ['/#/configuration?tab=azure-integration'],
    });
  });

  it('without an answer, or with nonsense, stores that nothing was said', () => {
    const { stored } = arrive('/patchpro/admin_consent', '?admin_consent=perhaps');
    expect(stored).toMatchObject({ admin_consent: null, tenant: null, state: null });
  });
});
