import { Refused } from './refusal.ts';
import { canonical, type PackageStatement, statements } from './statements.ts';

/** What is to be signed about a package, in its one spelling. */
export const proposedText = (statement: PackageStatement): string => canonical(statement);

/** A statement that nobody has signed yet. Throws unless it is in the one spelling and says nothing more than it may. */
export const readProposed = (text: string): PackageStatement => {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new Refused('malformed', 'package');
  }
  const read = statements.package.schema.safeParse(given);
  if (!read.success || canonical(given) !== text) throw new Refused('malformed', 'package');
  return read.data;
};
