import type { KeyObject } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { WantedVariant } from '@patchkeep/contract/packager';
import { architectures, families } from '@patchkeep/contract/variants';
import { proposedText, readProposed } from '@patchkeep/orders/proposed';
import { Refused } from '@patchkeep/orders/refusal';
import { signStatement } from '@patchkeep/orders/statements';
import type { Channel } from '@patchkeep/starter/channel';
import type { Hold, HoldName } from '../evidence/holds.ts';
import type { ManifestIndex } from '../manifests/manifest-index.ts';
import { type Prepared, preparePlan } from '../prepare/prepare.ts';
import type { Recipe } from '../recipes/recipe.ts';
import { buildIdOf } from '../serve/build-store.ts';
import { liftsOf } from '../serve/lifts.ts';
import { plansOf, whyWithdrawn } from '../serve/plans.ts';
import { statementIn } from '../serve/vouch.ts';
import { readWithdrawals } from '../share/withdrawals.ts';
import { mostSays, type VerifierAnswer, type VerifierQuestion } from './messages.ts';

export interface Verifier {
  /** Its ledger, and what was lifted and withdrawn on this machine. */
  home: string;
  key: KeyObject;
  manifests: () => Promise<ManifestIndex | undefined>;
  channels: ReadonlyMap<string, Channel>;
  recipes: ReadonlyMap<string, Recipe>;
  roots: string;
  clamd: string | undefined;
}

/** Which variants hosts have is no concern of the verifier: it looks for the one that is proposed. */
const everyVariant: readonly WantedVariant[] = architectures.flatMap((architecture) =>
  (['machine', 'user'] as const).flatMap((scope) =>
    families.map((family): WantedVariant => ({ architecture, scope, family })),
  ),
);

/** These pass without anybody: they say nothing about the package. */
const passing: ReadonlySet<HoldName> = new Set(['vendorDown', 'packagerFailed']);

const disagrees = (says: string, isPassing = false): VerifierAnswer => ({
  answer: 'disagrees',
  says: says.slice(0, mostSays),
  isPassing,
});
const saysOf = (holds: readonly Hold[]): string =>
  holds.map(({ name, says }) => (name === 'verifierDisagrees' ? says : `${name}: ${says}`)).join(' ');

/**
 * Looks at a package that another packager proposes, as if nobody had: the manifest, the file, its signature, the scan
 * and the facts are its own. Nothing of the proposal is believed but the names of application, version and variant.
 * Signs the same bytes, or says what it finds instead.
 */
export const verifyProposal = async (
  { home, key, manifests, channels, recipes, roots, clamd }: Verifier,
  { statement, variant }: VerifierQuestion,
): Promise<VerifierAnswer> => {
  let proposed;
  try {
    proposed = readProposed(statement);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return disagrees('What is proposed is no statement about a package in its one spelling.');
  }
  const { channelTag, version } = proposed;
  const why = whyWithdrawn(proposed, readWithdrawals(home));
  if (why !== undefined) return disagrees(why);
  const index = await manifests();
  if (!index) return disagrees('The verifier has no manifests yet.', true);
  const known = { channels, recipes, index };
  const found = [
    plansOf({ channelTag, version }, known),
    plansOf({ channelTag, version, variants: [...everyVariant] }, known),
  ];
  const plans = found.flatMap((each) => each.plans);
  // Its manifests may be some hours older than those of the packager.
  if (plans.length === 0) return disagrees(found[0]?.notOffered[0]?.says ?? '', true);
  const plan = plans.find((one) => one.variant === variant);
  if (!plan) {
    const names = new Set(plans.map((one) => one.variant));
    return disagrees(`variant: the verifier finds ${[...names].join(' and ')}.`);
  }
  const out = join(home, 'looking');
  rmSync(out, { recursive: true, force: true });
  const means = { out, ledger: join(home, 'ledger.jsonl'), roots, clamd, choice: {}, proposed };
  const prepared = await preparePlan(plan, {
    ...means,
    ...liftsOf(home, buildIdOf(channelTag, version, variant)),
  }).catch((error: unknown): Prepared => {
    return { holds: [{ name: 'packagerFailed', says: `${(error as Error).message}.` }], told: null };
  });
  if (!('installer' in prepared))
    return disagrees(
      saysOf(prepared.holds),
      prepared.holds.every(({ name }) => passing.has(name)),
    );
  const own = statementIn(out, proposed.expires);
  rmSync(out, { recursive: true });
  if (proposedText(own) !== statement) return disagrees('The verifier would sign another statement.');
  return { answer: 'agrees', envelope: signStatement('package', own, [key]) };
};
