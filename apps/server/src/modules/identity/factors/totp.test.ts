import { randomBytes } from 'node:crypto';
import { Secret, TOTP, URI } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { base32, mfaUriOf, stepAt, totpCode, totpStep } from './totp.rules.ts';

const secret = Buffer.from('12345678901234567890');
const now = new Date('2026-11-18T12:00:15Z');

describe('codes of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %s are those of RFC 6238', (second, code) => {
    expect(totpCode(secret, stepAt(new Date(second * 1_000)))).toBe(code);
  });

  it('are those of another implementation, for many secrets and times', () => {
    for (let i = 0; i < 500; i++) {
      const bytes = randomBytes(20);
      const at = new Date(1_700_000_000_000 + i * 86_461_000);
      const other = new TOTP({ secret: new Secret({ buffer: new Uint8Array(bytes).buffer }) });
      expect(totpCode(bytes, stepAt(at))).toBe(other.generate({ timestamp: at.getTime() }));
    }
  });

  it('count in their own step, the one before and the one after, and in no other', () => {
    const step = stepAt(now);
    expect([-2, -1, 0, 1, 2].map((by) => totpStep(secret, totpCode(secret, step + by), now))).toEqual([
      undefined,
      step - 1,
      step,
      step + 1,
      undefined,
    ]);
    for (const wrong of ['', '12345', '1234567', 'abcdef']) expect(totpStep(secret, wrong, now)).toBeUndefined();
  });

  it('come from an address that authenticator apps read, whatever the names', () => {
    const bytes = randomBytes(20);
    const read = URI.parse(mfaUriOf('Patch & keep', 'ana+1@ours.example', bytes)) as TOTP;
    expect([read.issuer, read.label, read.digits, read.period]).toEqual(['Patch & keep', 'ana+1@ours.example', 6, 30]);
    expect(read.secret.base32).toBe(base32(bytes));
    expect(read.generate({ timestamp: now.getTime() })).toBe(totpCode(bytes, stepAt(now)));
  });
});
