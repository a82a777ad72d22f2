import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { followApprovers, readPinned } from '@patchkeep/orders/custom/approvers';
import { readRoot, rootFingerprint } from '@patchkeep/orders/root';
import type { Caller } from './checkin/caller.ts';
import { type Journal, readState } from './journal/journal.ts';
import { writeWhole } from './state-directory.ts';

const rootPath = (directory: string): string => join(directory, 'root.json');

/** What a host trusts at first: a root that is signed by the keys it names, and nothing that it has seen since. */
export const firstTrust = (root: string) => {
  readRoot(root);
  return { root, siteVersion: 0, incarnation: 0, sequence: 0, releases: {}, latest: 0 };
};

const readGiven = (text: string): ReturnType<typeof readRoot> => {
  try {
    return readRoot(text);
  } catch {
    throw new Error('This file is no root that is signed by the keys it names');
  }
};

/**
 * Gives a root to a host that was enrolled before its server had a signer. It lies in the state folder, which only
 * administrators can write, until the running agent takes it at its next check-in. A host that trusts a root already
 * follows the next ones by their signatures, and takes none from a file. Returns the fingerprint.
 */
export const giveRoot = (directory: string, text: string, now: number): string => {
  const { agentUuid, trust } = readState(directory);
  if (agentUuid === undefined) throw new Error('Not enrolled: run `patchkeep-agent enrol` first');
  if (trust)
    throw new Error(
      `This host already trusts the root ${rootFingerprint(trust.root)}. It follows newer roots by itself; ` +
        'to trust another one, remove the state folder and enrol the host anew.',
    );
  const { expires } = readGiven(text);
  if (expires <= now) throw new Error(`This root expired on ${new Date(expires).toISOString().slice(0, 10)}`);
  writeWhole(rootPath(directory), text);
  return rootFingerprint(text);
};

interface Parts {
  directory: string;
  journal: Journal;
  caller: Caller;
}

/** The version of the approvers that this host believes; 0 for none. */
export const approversVersionOf = ({ state: { trust } }: Journal): number =>
  trust?.approvers ? readPinned(trust.approvers).version : 0;

/**
 * Follows the approvers of the site to the newest, and keeps them before they are used. A host believes none without a
 * root, and begins to wait for the first ones of its site when it hears of them, not when it gets work from them.
 */
export const keepApprovers = (
  journal: Journal,
  texts: readonly string[] | undefined,
  now: number,
  isEnrolling = false,
): void => {
  const { siteUuid, trust } = journal.state;
  if (siteUuid === undefined || !trust || !texts) return;
  const known = { site: siteUuid, root: readRoot(trust.root), approvers: trust.approvers };
  const newest = followApprovers(texts, known, now, isEnrolling);
  if (newest) journal.append({ kind: 'trust', siteUuid, trust: { ...trust, approvers: newest } });
};

/** Trusts the root that an administrator gave this host, and tells the server, which knows the site that it is of. */
export const takeGivenRoot = async ({ directory, journal, caller }: Parts, signal: AbortSignal): Promise<void> => {
  const path = rootPath(directory);
  if (!existsSync(path)) return;
  if (!journal.state.trust) {
    const text = readFileSync(path, 'utf8');
    const trust = firstTrust(text);
    const rootVersion = readRoot(text).version;
    const answer = await caller.call(agentApi.trust, { lineage: journal.state.lineage, rootVersion }, signal);
    journal.append(
      { kind: 'contact', at: new Date().toISOString(), lineage: answer.lineage },
      { kind: 'trust', siteUuid: answer.siteUuid, trust },
    );
  }
  rmSync(path);
};
