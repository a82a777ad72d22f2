import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fastHmac } from './fast-hmac.ts';

describe('the fast HMAC', () => {
  it('is HMAC-SHA256', () => {
    for (let i = 0; i < 2_000; i++) {
      const key = randomBytes(1 + (i % 64));
      const text = randomBytes(i % 700).toString('base64');
      expect(fastHmac(key, text)).toEqual(createHmac('sha256', key).update(text).digest('base64'));
    }
  });

  it('refuses what it cannot do', () => {
    expect(() => fastHmac(Buffer.alloc(65), 'x')).toThrow('Too long');
    expect(() => fastHmac(Buffer.alloc(32), 'x'.repeat(10_000))).toThrow('Too long');
  });
});
