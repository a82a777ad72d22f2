import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { agentApi } from '@patchkeep/contract/agent/protocol';
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
