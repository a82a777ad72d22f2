import { visible } from '@patchkeep/evidence/visible-text';
import { proposedText } from '@patchkeep/orders/proposed';
import { statementAbout } from '@patchkeep/orders/statement-about';
import { canonical, type PackageStatement } from '@patchkeep/orders/statements';
import type { Hold } from '../evidence/holds.ts';
import { lifeMs } from './propose.ts';

/** How far the clocks of two machines may be apart. */
const clockSkewMs = 5 * 60_000;
const mostLetters = 200;

interface OwnView {
  /** What this packager would propose, with the proposed release. */
  about: Readonly<Record<string, unknown>>;
  fetched: { sha256: string; bytes: number };
  isReleaseFit: boolean;
  now: number;
}

const told = (value: unknown): string =>
  value === undefined ? 'nothing' : visible(canonical(value)).slice(0, mostLetters);

/**
 * What another packager says of a package and this one would not. Two numbers are taken from the proposal, because two
 * machines cannot compute them alike, and each is bounded: when the statement ends, and the release. Everything else
 * must be the same byte for byte.
 */
export const disagreementsOf = (proposed: PackageStatement, { about, fetched, isReleaseFit, now }: OwnView): Hold[] => {
  const hold = (says: string): Hold => ({ name: 'verifierDisagrees', says });
  const holds: Hold[] = [];
  if (proposed.expires <= now || proposed.expires > now + lifeMs + clockSkewMs)
    holds.push(hold(`expires: ${told(proposed.expires)} is not within the next 90 days.`));
  if (!isReleaseFit)
    holds.push(hold(`release: ${proposed.release} does not fit the releases in the ledger of the verifier.`));
  const own = statementAbout({ ...about, expires: proposed.expires }, fetched);
  if (proposedText(own) === proposedText(proposed)) return holds;
  const [left, right] = [new Map(Object.entries(proposed)), new Map(Object.entries(own))];
  for (const field of new Set([...left.keys(), ...right.keys()]))
    if (told(left.get(field)) !== told(right.get(field)))
      holds.push(hold(`${field}: proposed is ${told(left.get(field))}, the verifier finds ${told(right.get(field))}.`));
  // Texts that differ only beyond what is shown.
  return holds.length > 0 ? holds : [hold('The verifier would sign another statement.')];
};
