import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open, rawKey } from '@patchkeep/orders/envelope';
import { proposedText, readProposed } from '@patchkeep/orders/proposed';
import { type PackageStatement, signersOf, signStatement, statements } from '@patchkeep/orders/statements';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VerifierAnswer, VerifierQuestion } from '../verify/messages.ts';
import { newBuild } from './build-states.ts';
import { statementIn } from './vouch.ts';
import { guardedVouching, offlineVouching } from './vouching.ts';

const key = (): KeyObject => generateKeyPairSync('ed25519').privateKey;
const [own, verifier] = [key(), key()];
const now = Date.now();
const about = {
  channelTag: '7-zip',
  version: '2.5.1',
  release: 1_024,
  expires: now + 1_000_000,
  kind: 'msi',
  scope: 'machine',
  installArguments: [],
  removeArguments: [],
  options: {},
  installedAs: { names: ['7-zip'], publishers: [], scheme: 'windows' },
};

let proposal: string;
beforeEach(() => {
  proposal = mkdtempSync(join(tmpdir(), 'patchkeep-vouching-'));
  mkdirSync(proposal, { recursive: true });
  writeFileSync(join(proposal, 'about.json'), JSON.stringify(about));
  writeFileSync(join(proposal, 'evidence.json'), JSON.stringify({ fetched: { sha256: 'a'.repeat(64), bytes: 5 } }));
});
afterEach(() => rmSync(proposal, { recursive: true }));

const build = newBuild({ channelTag: '7-zip', version: '2.5.1', variant: 'x64 machine msi', fits: null }, 'plan', now);
const settleWith = (answer: (request: VerifierQuestion) => VerifierAnswer | Promise<VerifierAnswer>) =>
  guardedVouching(own, rawKey(verifier), async (request) => answer(request)).settle(build, proposal, now);
const signedBy =
  (by: KeyObject, change: Partial<PackageStatement> = {}) =>
  ({ statement }: VerifierQuestion): VerifierAnswer => ({
    answer: 'agrees',
    envelope: signStatement('package', { ...readProposed(statement), ...change }, [by]),
  });
const statementPath = (): string => join(proposal, 'package.statement');

describe('what a verifier answers', () => {
  it('makes the package ready when both have signed the same bytes', async () => {
    let asked = '';
    const settled = await settleWith((request) => {
      asked = request.statement;
      return signedBy(verifier)(request);
    });
    expect(settled).toMatchObject({ state: 'ready', holds: [] });
    const both = signersOf({ keys: [rawKey(own), rawKey(verifier)], threshold: 2 });
    expect(open(readFileSync(statementPath(), 'utf8'), statements.package.type, both).toString()).toBe(asked);
    expect(proposedText(readProposed(asked))).toBe(asked);
  });

  it('is not believed unless the key of the verifier has signed these bytes', async () => {
    const answers = {
      'the signature of another key': signedBy(key()),
      'the signature of the packager': signedBy(own),
      'other bytes': signedBy(verifier, { sha256: 'b'.repeat(64) }),
      'no envelope': (): VerifierAnswer => ({ answer: 'agrees', envelope: 'yes' }),
    };
    for (const [name, answer] of Object.entries(answers)) {
      const { state, statementHash, holds } = await settleWith(answer);
      expect({ name, state, statementHash }).toEqual({ name, state: 'awaitsVerifier', statementHash: null });
      expect(holds[0]?.says).toContain('not by the key of the verifier');
      expect(existsSync(statementPath())).toBe(false);
    }
  });

  it('holds the package when it disagrees, and only delays it when that passes', async () => {
    const disagrees = (isPassing: boolean) => () => ({
      answer: 'disagrees' as const,
      says: 'sha256: other',
      isPassing,
    });
    expect(await settleWith(disagrees(false))).toMatchObject({
      state: 'held',
      holds: [{ name: 'verifierDisagrees', says: 'sha256: other' }],
      retryAt: new Date(now + 6 * 3_600_000).toISOString(),
    });
    expect(await settleWith(disagrees(true))).toMatchObject({ state: 'awaitsVerifier', tries: 1 });
    expect(existsSync(statementPath())).toBe(false);
  });

  it('is waited for, however long there is none', async () => {
    const settled = await settleWith(() => Promise.reject(new Error('connect ENOENT')));
    expect(settled).toMatchObject({ state: 'awaitsVerifier', tries: 0 });
    expect(settled.holds[0]?.says).toBe('The verifier does not answer (connect ENOENT).');
    expect(existsSync(statementPath())).toBe(false);
  });
});

describe('what people have signed', () => {
  const people = [key(), key()];
  const { settle } = offlineVouching({ keys: people.map(rawKey), threshold: 2 });
  const signedByPeople = (keys: readonly KeyObject[], change: Partial<PackageStatement> = {}) => {
    writeFileSync(statementPath(), signStatement('package', { ...statementIn(proposal), ...change }, keys));
    return settle(build, proposal, now);
  };

  it('makes the package ready when enough of them have, and it is what was prepared', async () => {
    expect((await settle(build, proposal, now)).holds[0]?.says).toContain('have not signed it yet');
    expect((await signedByPeople(people.slice(1))).holds[0]?.says).toContain('not by as many');
    expect((await signedByPeople(people, { version: '2.5.2' })).holds[0]?.says).toContain('another package');
    expect(await signedByPeople(people)).toMatchObject({ state: 'ready', holds: [] });
  });
});
