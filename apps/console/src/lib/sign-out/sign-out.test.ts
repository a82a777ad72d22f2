import { describe, expect, it } from 'vitest';
import { keepSignOut, takeFarewell } from './sign-out.ts';

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};
const address = 'https://login.contoso.example/logout?state=s1';
const at = (pathname: string, search = '') => ({ pathname, search });

describe('after signing out', () => {
  it('says nothing where no identity provider took part', () => {
    expect(takeFarewell(at('/login'), storage())).toBeNull();
    expect(takeFarewell(at('/login/signed-out', '?state=s1'), storage())).toBeNull();
  });

  it('goes on to the identity provider once, and says afterwards that it ended there too', () => {
    const store = storage();
    keepSignOut(store, { label: 'Contoso', address, state: 's1' });
    expect(takeFarewell(at('/login'), store)).toEqual({ goOn: address });
    expect(takeFarewell(at('/login/signed-out', '?state=s1'), store)).toEqual({ label: 'Contoso', isThere: true });
    expect(takeFarewell(at('/login/signed-out', '?state=s1'), store)).toBeNull();
  });

  it('knows the state of SAML, and believes no page that comes with another one', () => {
    const store = storage();
    const goOn = () => {
      keepSignOut(store, { label: 'Contoso', address, state: 's1' });
      takeFarewell(at('/login'), store);
    };
    goOn();
    expect(takeFarewell(at('/login/signed-out', '?SAMLResponse=x&RelayState=s1'), store)).toMatchObject({
      isThere: true,
    });
    goOn();
    expect(takeFarewell(at('/login/signed-out', '?state=other'), store)).toBeNull();
    goOn();
    expect(takeFarewell(at('/login/signed-out'), store)).toBeNull();
  });

  it('does not go there a second time when the browser comes back to the sign-in page', () => {
    const store = storage();
    keepSignOut(store, { label: 'Contoso', address, state: 's1' });
    takeFarewell(at('/login'), store);
    expect(takeFarewell(at('/login'), store)).toBeNull();
  });

  it('says where the identity provider cannot be told', () => {
    const store = storage();
    keepSignOut(store, { label: 'Contoso', address: null, state: 's1' });
    expect(takeFarewell(at('/login'), store)).toEqual({ label: 'Contoso', isThere: false });
  });

  it('ignores what it cannot read', () => {
    const store = storage();
    store.setItem('patchkeep.signOut', '{');
    expect(takeFarewell(at('/login'), store)).toBeNull();
  });
});
