import { describe, expect, it } from 'vitest';
import { previewTokens } from './preview-token.service.ts';

const oldKey = 'the key of last year, which is long enough';
const newKey = 'the key of this year, which is long enough';
const now = new Date('2026-11-15T09:00:00Z');
const previewed = {
  contentHash: Buffer.alloc(32, 1),
  targetsHash: Buffer.alloc(32, 2),
  customerId: 'customer',
  siteId: null,
  userId: 'user',
};

describe('the token of a preview', () => {
  it('of the old key counts as long as the key is listed after the new one', () => {
    const { token } = previewTokens([oldKey]).write(previewed, now);
    expect(previewTokens([newKey, oldKey]).judge(token, previewed, now)).toBe('fits');
    expect(previewTokens([newKey]).judge(token, previewed, now)).toBe('unknown');
  });

  it('is written with the first key', () => {
    const { token } = previewTokens([newKey, oldKey]).write(previewed, now);
    expect(previewTokens([newKey]).judge(token, previewed, now)).toBe('fits');
    expect(previewTokens([oldKey]).judge(token, previewed, now)).toBe('unknown');
  });
});
