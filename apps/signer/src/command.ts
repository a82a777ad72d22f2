/** The command was called in a way that it does not understand. */
export class WrongUsage extends Error {}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** An error of the language without a code is a mistake in the program: only its stack says where. */
const isMistakeOfOurs = (error: unknown): boolean =>
  !(error instanceof Error) ||
  (codeOf(error) === undefined && [TypeError, ReferenceError, RangeError].some((kind) => error instanceof kind));

/**
 * Runs a command of the operator: `--help` prints how it is used, and what went wrong is told in a sentence. The server
 * has such a function too; the signer shares no code with it, so that nothing of the server runs beside the keys.
 */
export const runCommand = async (usage: string, work: () => Promise<void>): Promise<void> => {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(usage);
    return;
  }
  try {
    await work();
  } catch (error) {
    const isUsage = error instanceof WrongUsage || codeOf(error)?.startsWith('ERR_PARSE_ARGS_') === true;
    console.error(isMistakeOfOurs(error) ? error : (error as Error).message);
    if (isUsage) console.error(`\n${usage}`);
    process.exitCode = isUsage ? 2 : 1;
  }
};
