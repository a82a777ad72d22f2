import { createInterface } from 'node:readline/promises';

/** Asks without showing: what is typed stays off the screen and out of the shell's history. */
export const askPassword = async (whose: string): Promise<string> => {
  const reader = createInterface({ input: process.stdin, output: process.stdout, terminal: process.stdin.isTTY });
  const answer = reader.question(`Password for ${whose} (at least 15 characters): `);
  if (process.stdin.isTTY) Object.assign(reader, { _writeToOutput: () => undefined });
  const password = await answer;
  reader.close();
  process.stdout.write('\n');
  return password;
};
