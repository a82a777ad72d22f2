import { parseArgs } from 'node:util';

/** The command was called in a way that it does not understand. */
export class WrongUsage extends Error {}

const mistakesOfOurs = [TypeError, ReferenceError, RangeError];

/**
 * What went wrong, in a sentence. Our own errors and those of the system and of PostgreSQL explain themselves; an error
 * of the language without a code is a mistake in the program, and then only the stack says where.
 */
const sentenceOf = (error: unknown): string | undefined => {
  // Several addresses of one host were tried, and each refused.
  if (error instanceof AggregateError && error.errors.length > 0) return sentenceOf(error.errors[0]);
  if (!(error instanceof Error)) return undefined;
  const hasCode = 'code' in error && typeof error.code === 'string';
  if (!hasCode && mistakesOfOurs.some((kind) => error instanceof kind)) return undefined;
  const cause = sentenceOf(error.cause);
  return cause === undefined ? error.message : `${error.message}: ${cause}`;
};

const isWrongUsage = (error: unknown): boolean =>
  error instanceof WrongUsage ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'));

/** For a command that takes no options: whatever stands after it is a mistake. */
export const takesNothing = (): void => void parseArgs({ options: {} });

/**
 * Runs a command of the operator. `--help` prints how it is used. What the operator can put right is told in a sentence,
 * with the exit code 1, or 2 and the usage where the command line is wrong. A stack is only shown for what nobody
 * foresaw.
 */
export const runCommand = async (usage: string, work: () => Promise<void>): Promise<void> => {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(usage);
    return;
  }
  try {
    await work();
  } catch (error) {
    console.error(sentenceOf(error) ?? error);
    if (isWrongUsage(error)) console.error(`\n${usage}`);
    process.exit(isWrongUsage(error) ? 2 : 1);
  }
};
