/** Characters that people leave out or mistake when they type a name. A pattern of the database has no others. */
export const separators = ' -_.,:;/\\+&()[]{}<>\'"!?#%*=@|~^$`';

/** Those of them that occur in host names. */
export const hostSeparators = ' -_.';

/** `LT-CPH-0412` and `ltcph0412` are the same name. */
export const compactName = (text: string): string =>
  [...text.toLowerCase()].filter((character) => !separators.includes(character)).join('');

const slipLengthMin = 4;
const slipLengthMax = 12;
const isLetter = (character: string | undefined): boolean => character !== undefined && /\p{L}/u.test(character);

/** Short texts would resemble nearly everything; long ones would take too long. */
const lettersOf = (typed: string): string[] => {
  const letters = [...compactName(typed)];
  return letters.length < slipLengthMin || letters.length > slipLengthMax ? [] : letters;
};

const unique = (patterns: readonly string[]): string[] => [...new Set(patterns)];

/** What a compact name may contain when two neighbours were swapped in typing: at most 11. */
export const swapPatterns = (typed: string): string[] => {
  const letters = lettersOf(typed);
  return unique(
    letters.flatMap((letter, at) => {
      const next = letters[at + 1];
      if (next === undefined || next === letter) return [];
      return [[...letters.slice(0, at), next, letter, ...letters.slice(at + 2)].join('')];
    }),
  );
};

/**
 * The same for any one slip: two neighbours swapped, or one letter missing, too many or wrong. `_` is any one character.
 * Digits are only swapped: another number is another thing. At most 46.
 */
export const slipPatterns = (typed: string): string[] => {
  const letters = lettersOf(typed);
  const others = letters.flatMap((letter, at) => {
    if (!isLetter(letter)) return [];
    const before = letters.slice(0, at).join('');
    const after = letters.slice(at + 1).join('');
    const missing = at > 0 && isLetter(letters[at - 1]) ? [`${before}_${letter}${after}`] : [];
    return [...missing, before + after, `${before}_${after}`];
  });
  return unique([...swapPatterns(typed), ...others]);
};

const containsPattern = (name: readonly string[], pattern: readonly string[]): boolean =>
  name.some((_, from) =>
    pattern.every((wanted, at) => (wanted === '_' ? name[from + at] !== undefined : name[from + at] === wanted)),
  );

/** How a name answers what was typed, best first. */
export const matchKinds = ['whole', 'start', 'word', 'inside', 'compact', 'slip'] as const;
export type MatchKind = (typeof matchKinds)[number];

const isWordStart = (name: string, part: string): boolean => {
  for (let at = name.indexOf(part); at >= 0; at = name.indexOf(part, at + 1))
    if (at === 0 || separators.includes(name[at - 1] ?? '')) return true;
  return false;
};

/** Says how a name answers what was typed; undefined when it does not. */
export const matchName = (name: string, typed: string): MatchKind | undefined => {
  const part = typed.trim().toLowerCase();
  const whole = name.toLowerCase();
  if (part === '') return undefined;
  if (whole === part) return 'whole';
  if (whole.startsWith(part)) return 'start';
  if (isWordStart(whole, part)) return 'word';
  if (whole.includes(part)) return 'inside';
  const compact = compactName(name);
  const compactPart = compactName(part);
  if (compactPart !== '' && compact.includes(compactPart)) return 'compact';
  const letters = [...compact];
  return slipPatterns(part).some((pattern) => containsPattern(letters, [...pattern])) ? 'slip' : undefined;
};

/** The place of a kind of match: lower is better. */
export const matchPlace = (kind: MatchKind): number => matchKinds.indexOf(kind);
