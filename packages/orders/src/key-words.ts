/** Options whose value is a public key. */
const keyOptions: ReadonlySet<string> = new Set(['--verifier', '--packager-key', '--online']);
const rawKey = /^[A-Za-z0-9_-]{43}$/;

/**
 * The words of a command line with `--verifier KEY` written as `--verifier=KEY`. One key in 64 begins with a dash, and
 * `parseArgs` would take it for an option.
 */
export const wordsWithKeys = (words: readonly string[]): string[] =>
  words.flatMap((word, index) => {
    const before = words[index - 1] ?? '';
    if (keyOptions.has(before) && rawKey.test(word)) return [];
    const next = words[index + 1] ?? '';
    return keyOptions.has(word) && rawKey.test(next) ? [`${word}=${next}`] : [word];
  });
