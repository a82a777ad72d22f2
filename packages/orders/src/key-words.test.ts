import { parseArgs } from 'node:util';
import { describe, expect, it } from 'vitest';
import { dashedKey } from './dashed-key.factory.ts';
import { wordsWithKeys } from './key-words.ts';

const options = { verifier: { type: 'string' }, home: { type: 'string' } } as const;
const read = (...words: string[]) => parseArgs({ args: wordsWithKeys(words), options, allowPositionals: true });

describe('a key on the command line', () => {
  it('is taken as it is, also when it begins with a dash', () => {
    const key = dashedKey();
    const { values, positionals } = read('rotate', '--verifier', key, '--home', 'here');
    expect([positionals, values.verifier, values.home]).toEqual([['rotate'], key, 'here']);
    for (const word of ['--packager-key', '--online'])
      expect(wordsWithKeys([word, key, 'x'])).toEqual([`${word}=${key}`, 'x']);
    expect(read(`--verifier=${key}`).values.verifier).toBe(key);
  });

  it('is looked for only where a key belongs: other words stay as they are', () => {
    const words = ['--home', '-'.repeat(43), '--verifier', '--home', 'x', '--verifier'];
    expect(wordsWithKeys(words)).toEqual(words);
  });
});
