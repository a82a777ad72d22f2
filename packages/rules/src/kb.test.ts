import { wuaKey } from '@patchkeep/contract/approval-fields';
import { describe, expect, it } from 'vitest';
import { articleOfKb, kbOfArticle, kbOfKey, keyOfArticle, keyOfKb } from './kb.ts';

describe('a Windows update', () => {
  it('is the same number as article and as key', () => {
    for (const kb of [10_000, 5_034_441, 999_999_999]) {
      expect(kbOfArticle(articleOfKb(kb))).toBe(kb);
      expect(kbOfKey(keyOfKb(kb))).toBe(kb);
      expect(keyOfArticle(articleOfKb(kb))).toBe(keyOfKb(kb));
      expect(wuaKey.safeParse(keyOfKb(kb)).success).toBe(true);
    }
    expect([articleOfKb(5_034_441), keyOfKb(5_034_441)]).toEqual(['KB5034441', 'kb:5034441']);
  });
});
