import { Refused } from './refusal.ts';
import { readStatement, type Root, signersOf, statements } from './statements.ts';

/** What the root says its own keys are, before that is checked. */
const claimed = (text: string): Root => {
  try {
    const { payload } = JSON.parse(text) as { payload: string };
    return statements.root.schema.parse(JSON.parse(Buffer.from(payload, 'base64').toString()));
  } catch {
    throw new Refused('malformed', 'root');
  }
};

/** What people compare a root by: the hash of what was signed, 64 letters and digits. */
export const rootFingerprint = (text: string): string =>
  readStatement('root', text, signersOf(claimed(text).root)).hash;

/** The first root a host is given: it must at least be signed by the keys it names. Later ones follow by `nextRoot`. */
export const readRoot = (text: string): Root => {
  const signers = signersOf(claimed(text).root);
  return readStatement('root', text, signers).statement;
};
