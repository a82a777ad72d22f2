import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { type Argument, type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser';
import type { CharSet } from 'refa';
import { getConsumedChars, type ReadonlyFlags } from 'regexp-ast-analysis';
import { analyse } from 'scslre';

const isSource = /\.(ts|tsx|cjs|mjs)$/;
/** Ships with the product: a pattern that is put together while it runs could be anybody's. */
const isProduct = /^(apps|packages)\//;
const isTest = /\.(test|e2e)\.tsx?$|^e2e\/|\/testkit\//;
/** A comment in the lines above that says why a pattern may stand although the guard cannot vouch for it. */
const excuse = /\/\/ Pattern: \S/;
/** Stands for what is put into a pattern while it runs. */
const placeholder = 'x';
const lineFeed = 10;

const flagsOf = (letters: string): ReadonlyFlags => ({
  ignoreCase: letters.includes('i'),
  multiline: letters.includes('m'),
  dotAll: letters.includes('s'),
  unicode: letters.includes('u'),
  unicodeSets: letters.includes('v'),
  sticky: letters.includes('y'),
});

/**
 * Whether text can be made of the pattern's own beginning over and over, so that each place where it begins reads on to
 * the end: `<[^>]*>` over `<<<<<<`. The other ways of being slow are found by scslre.
 */
const repeatsItsBeginning = (pattern: AST.Pattern, flags: ReadonlyFlags): boolean => {
  const runsOver = (each: AST.Element, run: CharSet): boolean =>
    each.type === 'Assertion' ? run.has(lineFeed) : !getConsumedChars(each, flags).chars.isDisjointWith(run);
  const isSlow = (elements: readonly AST.Element[], before: readonly AST.Element[]): boolean => {
    const read = [...before];
    for (const [i, element] of elements.entries()) {
      if (element.type === 'Assertion' && element.kind === 'start') {
        if (flags.multiline !== true) return false;
        read.push(element);
      }
      const rest = elements.slice(i + 1);
      const isEndless = element.type === 'Quantifier' && element.max === Infinity;
      if (isEndless && rest.length > 0 && read.length > 0) {
        const run = getConsumedChars(element.element, flags).chars;
        if (read.every((each) => runsOver(each, run))) return true;
      }
      const inner = element.type === 'Quantifier' ? element.element : element;
      const isGroup = inner.type === 'Group' || inner.type === 'CapturingGroup';
      if (isGroup && !isEndless && inner.alternatives.some((each) => isSlow([...each.elements, ...rest], read)))
        return true;
      const isRequired = element.type === 'Quantifier' ? element.min > 0 : element.type !== 'Assertion';
      if (isRequired) read.push(element);
    }
    return false;
  };
  return flags.sticky !== true && pattern.alternatives.some(({ elements }) => isSlow(elements, []));
};

/** Why a pattern can take more than linear time, or nothing. */
const complaintOf = (source: string, letters: string, isOwnText: boolean): string | undefined => {
  const flags = flagsOf(letters);
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, flags);
  const [report] = analyse({ source, flags: letters }, { maxReports: 1 }).reports;
  if (report !== undefined) return report.exponential ? 'takes exponential time' : 'takes quadratic time or worse';
  if (!isOwnText && repeatsItsBeginning(pattern, flags))
    return 'takes quadratic time: it reads on from each place where it begins';
  return undefined;
};

interface Found {
  at: number;
  source: string;
  flags: string;
  /** Parts of it are only known while it runs. */
  isPutTogether: boolean;
}

/** The text of a constant, with a placeholder for what is only known while it runs. */
const textOf = (node: Argument | undefined, isRaw = false): { text: string; isWhole: boolean } => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return { text: node.value, isWhole: true };
  if (node?.type === 'TaggedTemplateExpression') return textOf(node.quasi, true);
  if (node?.type !== 'TemplateLiteral') return { text: placeholder, isWhole: node === undefined };
  const parts = node.quasis.map(({ value }) => (isRaw ? value.raw : (value.cooked ?? value.raw)));
  return { text: parts.join(placeholder), isWhole: parts.length === 1 };
};

const patternsIn = (file: string, text: string): Found[] => {
  const found: Found[] = [];
  const madeBy = ({ callee, arguments: given, start }: NewExpression | CallExpression): void => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const { text: source, isWhole } = textOf(given[0]);
    const flags = given[1]?.type === 'Literal' ? String(given[1].value) : '';
    found.push({ at: start, source, flags, isPutTogether: !isWhole });
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex)
        found.push({ at: node.start, source: node.regex.pattern, flags: node.regex.flags, isPutTogether: false });
    },
    NewExpression: madeBy,
    CallExpression: madeBy,
  }).visit(parseSync(file, text).program);
  return found;
};

/**
 * Patterns that can take more than linear time, and patterns of the product that are put together while it runs: text
 * that others choose would stop the process. Journeys and tests match texts of our own; there only what scslre finds
 * counts, not every `.*` between two words.
 */
export function findSlowPatterns(tree: string, files: string[]): string[] {
  return files
    .filter((file) => isSource.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(tree, file), 'utf8');
      return patternsIn(file, text).flatMap(({ at, source, flags, isPutTogether }) => {
        const above = text.slice(0, at).split('\n');
        if (above.slice(-4).some((line) => excuse.test(line))) return [];
        const complaint =
          isPutTogether && isProduct.test(file) && !isTest.test(file)
            ? 'is put together while it runs: a comment "// Pattern: …" says why nobody else can choose it'
            : complaintOf(source, flags, isTest.test(file));
        return complaint === undefined ? [] : [`${file}:${above.length}: the pattern /${source}/${flags} ${complaint}`];
      });
    });
}
