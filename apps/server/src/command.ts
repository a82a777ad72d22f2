import { SettingsError } from './platform/config/config.ts';

/** What went wrong, in a sentence. Failures of the system and of PostgreSQL carry a code and explain themselves. */
const sentenceOf = (error: unknown): string | undefined => {
  if (error instanceof SettingsError) return error.message;
  // Several addresses of one host were tried, and each refused.
  if (error instanceof AggregateError && error.errors.length > 0) return sentenceOf(error.errors[0]);
  if (!(error instanceof Error)) return undefined;
  const cause = sentenceOf(error.cause);
  if (cause !== undefined) return `${error.message}: ${cause}`;
  return 'code' in error && typeof error.code === 'string' ? error.message : undefined;
};

/**
 * Runs a command of the operator. `--help` prints how it is used. What the operator can put right is told in a sentence;
 * a stack is only shown for what nobody foresaw.
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
    process.exit(1);
  }
};
