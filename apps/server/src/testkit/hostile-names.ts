/** Pieces that patterns over names and versions look for; repeated, they make a careless pattern try every division. */
const textPieces = ['a', '_', ' ', '  ', ' - ', ', ', '(', '[', ')', '()', '\t', '\u00a0', 'İ', 'ß', '😀', '\u0001'];
const versionPieces = ['1', '1.', '.1', '1.1', '-1.1', 'v1.', '+', '.', '-', '–', ' 1', 'x64 ', '-x64', '64-bit'];
const wordPieces = [' inc', ' inc.', '.s.a', ' version', ' build'];
const pieces = [...textPieces, ...versionPieces, ...wordPieces];
const beginnings = ['', 'App 1.1', 'App v1.1-', '7-Zip ', 'Google Chrome ', 'Java 8 Update ', 'Python 3.12.4 (', '-'];
const endings = ['', '!', ' !', '(', ')', ' ', '.', '-', '\u0001'];

/** A source of chance in [0, 1) that draws the same for the same seed. */
export const chance = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
};

/** One name of the length: a beginning, one or two pieces over and over, and an ending that lets no pattern match. */
const hostileName = (next: () => number, length: number): string => {
  const pick = (from: readonly string[]): string => from[Math.floor(next() * from.length)] ?? '';
  const beginning = pick(beginnings);
  const ending = pick(endings);
  const repeated = next() < 0.5 ? pick(pieces) : pick(pieces) + pick(pieces);
  const room = Math.max(0, length - beginning.length - ending.length);
  return (beginning + repeated.repeat(room).slice(0, room) + ending).toWellFormed();
};

/** Names that were made to be slow to match, the same for the same seed; up to the longest a host may report. */
export const hostileNames = (count: number, seed: number, longest = 200): string[] => {
  const next = chance(seed);
  return Array.from({ length: count }, () =>
    hostileName(next, next() < 0.7 ? longest : 1 + Math.floor(next() * longest)),
  );
};
