import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { VouchingMode } from '@patchkeep/contract/packager';
import { joinSignatures, rawKey } from '@patchkeep/orders/envelope';
import { proposedText } from '@patchkeep/orders/proposed';
import { Refused } from '@patchkeep/orders/refusal';
import { readStatement, type Root, signersOf, signStatement } from '@patchkeep/orders/statements';
import type { Hold } from '../evidence/holds.ts';
import type { VerifierClient } from '../verify/verifier-client.ts';
import { awaiting, inState, keptBack } from './build-states.ts';
import type { KeptBuild } from './build-store.ts';
import { keepStatement, statementFile, statementIn, type Vouched, vouchFor } from './vouch.ts';

/** Who vouches for what was prepared. */
export interface Vouching {
  mode: VouchingMode;
  /** By whose keys. When they are others, every package is made and vouched for anew. */
  keys: readonly string[];
  /** What becomes of a build whose proposal lies in a folder. */
  settle: (build: KeptBuild, proposal: string, now: number) => Promise<KeptBuild>;
  /** Signs a statement anew for longer, where that needs nobody else; else the package is made anew. */
  renew: ((proposal: string, expires: number) => Vouched) | undefined;
}

const readyBy = (build: KeptBuild, { hash, expires }: Vouched, now: number): KeptBuild => ({
  ...inState(build, 'ready', now),
  holds: [],
  tries: 0,
  statementHash: hash,
  expires,
});

/** The packager alone. */
export const simpleVouching = (key: KeyObject): Vouching => ({
  mode: 'simple',
  keys: [rawKey(createPublicKey(key))],
  settle: (build, proposal, now) => Promise.resolve(readyBy(build, vouchFor(proposal, key), now)),
  renew: (proposal, expires) => vouchFor(proposal, key, expires),
});

const second = 1_000;
/** So soon somebody is asked again: a verifier while it looks, one that did not answer, and people. */
const askAgainMs = 2 * second;
const silentMs = 5 * second;

/**
 * The packager and a verifier on another machine. The packager signs last: a statement with its signature alone would
 * count on hosts that have not followed to the root that asks for two.
 */
export const guardedVouching = (key: KeyObject, verifierKey: string, ask: VerifierClient): Vouching => {
  const keys = [rawKey(createPublicKey(key)), verifierKey];
  const settle: Vouching['settle'] = async (build, proposal, now) => {
    const statement = statementIn(proposal);
    const request = { statement: proposedText(statement), variant: build.variant ?? '' };
    const wait = (says: string, ms: number): KeptBuild =>
      awaiting(build, 'awaitsVerifier', { says, retryAt: now + ms, now });
    let answer;
    try {
      answer = await ask(request);
    } catch (error) {
      return wait(`The verifier does not answer (${(error as Error).message}).`, silentMs);
    }
    if (answer.answer === 'working') return wait('The verifier looks at it.', askAgainMs);
    if (answer.answer === 'busy') return wait('The verifier looks at another package first.', askAgainMs);
    if (answer.answer === 'disagrees') {
      const hold: Hold = { name: answer.isPassing ? 'awaitsVerifier' : 'verifierDisagrees', says: answer.says };
      return { ...keptBack(build, [hold], null, now), evidence: build.evidence };
    }
    try {
      const envelope = joinSignatures(signStatement('package', statement, [key]), answer.envelope);
      // Whoever sits on the socket could answer anything: only the two signatures over these bytes count.
      return readyBy(build, keepStatement(proposal, envelope, { keys, threshold: 2 }), now);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return wait('What the verifier signed is not this package, or not by the key of the verifier.', silentMs);
    }
  };
  return { mode: 'guarded', keys, settle, renew: undefined };
};

/** People, with keys that no machine here holds: what they signed is laid into the folder of the proposal. */
export const offlineVouching = ({ keys, threshold }: Root['catalogue']): Vouching => ({
  mode: 'offline',
  keys,
  settle: async (build, proposal, now) => {
    const wait = (says: string): KeptBuild => awaiting(build, 'awaitsPerson', { says, retryAt: now + silentMs, now });
    const path = statementFile(proposal);
    if (!existsSync(path)) return wait('People with the offline keys have not signed it yet.');
    try {
      const envelope = readFileSync(path, 'utf8');
      const { statement } = readStatement('package', envelope, signersOf({ keys, threshold }));
      if (proposedText(statement) !== proposedText(statementIn(proposal)))
        return wait('What was signed is another package than the one that was prepared.');
      return readyBy(build, keepStatement(proposal, envelope, { keys, threshold }), now);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return wait('It is signed, but not by as many of the keys of the root as are needed.');
    }
  },
  renew: undefined,
});
