import { describe, expect, it } from 'vitest';
import { fakeCaller } from '../testkit/fake-fetch.ts';
import { accept, invitationOf, invitationTexts, lookAt } from './invitation-flow.ts';
import { loginTexts } from './login-flow.ts';

const hash = async (username: string, password: string) => `${username}${password}`.padEnd(43, 'x');
const invited = {
  username: 'ana@ours.example',
  longName: 'Ana',
  customerName: 'Ours',
  expires: '2026-11-25T00:00:00.000Z',
};

describe('an invitation', () => {
  it('is read from the fragment of the address', () => {
    expect(invitationOf('#invitation=vpi_a')).toBe('vpi_a');
    expect(invitationOf('#/hosts')).toBeUndefined();
  });

  it('says whom it is for, and is sent in the body', async () => {
    const { call, sent } = fakeCaller([{ body: invited }]);
    expect(await lookAt({ call }, 'vpi_a')).toEqual({ invited });
    expect([sent[0]?.address.pathname, sent[0]?.body]).toEqual([
      '/api/corporate/ui/invitation/look',
      { invitation: 'vpi_a' },
    ]);
  });

  it.each([
    [410, invitationTexts.notGood],
    [400, invitationTexts.notGood],
    [503, loginTexts.busy],
  ])('that is answered with %s shows a sentence', async (status, refusal) => {
    const { call } = fakeCaller([{ status }]);
    expect(await lookAt({ call }, 'vpi_a')).toEqual({ refusal });
  });

  it('sets the password by its hash, then signs in', async () => {
    const { call, sent } = fakeCaller([{ body: {} }, { body: { step: 'signedIn' } }]);
    expect(await accept({ call, hash }, 'vpi_a', 'ana', 'secret')).toEqual({ step: 'signedIn' });
    expect(sent.map(({ address }) => address.pathname)).toEqual([
      '/api/corporate/ui/invitation/accept',
      '/api/corporate/ui/login',
    ]);
    expect(JSON.stringify(sent.map(({ body }) => body))).not.toContain('"secret"');
  });

  it('that was used meanwhile is refused, and nobody signs in', async () => {
    const { call, sent } = fakeCaller([{ status: 410 }]);
    expect(await accept({ call, hash }, 'vpi_a', 'ana', 'secret')).toEqual({
      step: 'refused',
      message: invitationTexts.notGood,
    });
    expect(sent).toHaveLength(1);
  });
});
