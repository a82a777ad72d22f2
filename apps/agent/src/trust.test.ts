import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rawKey } from '@patchkeep/orders/envelope';
import { rootFingerprint } from '@patchkeep/orders/root';
import { signStatement } from '@patchkeep/orders/statements';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from './checkin/caller.ts';
import { Journal } from './journal/journal.ts';
import { writeConfiguration } from './state-directory.ts';
import { statusText } from './status.ts';
import { firstTrust, giveRoot, takeGivenRoot } from './trust.ts';

const year = 365 * 86_400_000;
const now = Date.now();
const rootOf = (expires = now + year): string => {
  const key = generateKeyPairSync('ed25519').privateKey;
  const role = { keys: [rawKey(key)], threshold: 1 };
  return signStatement('root', { version: 2, expires, root: role, catalogue: role, sites: role }, [key]);
};
const root = rootOf();
const siteUuid = randomUUID();

let directory: string;
let journal: Journal;
/** What the far end of the network was asked. */
let asked: unknown[];
beforeEach(() => {
  asked = [];
  directory = mkdtempSync(join(tmpdir(), 'patchkeep-trust-'));
  journal = Journal.open(directory);
  journal.append({ kind: 'enrolled', agentUuid: randomUUID(), customerUuid: randomUUID(), keyId: 'k', lineage: 'a' });
});
afterEach(() => {
  journal.close();
  rmSync(directory, { recursive: true });
});

const signal = new AbortController().signal;
const callerTo = (answer: () => Promise<unknown>): Caller =>
  ({
    call: async (endpoint: { path: string }, body: unknown) => {
      asked.push([endpoint.path, body]);
      return answer();
    },
  }) as never;
const reached = callerTo(async () => ({ lineage: 'b', siteUuid }));
const waitingFile = () => existsSync(join(directory, 'root.json'));

describe('a root that an administrator gives a host', () => {
  it('is trusted with the next check-in, for the site that the server names, also after a lost answer', async () => {
    expect(giveRoot(directory, root, now)).toBe(rootFingerprint(root));
    const lost = callerTo(() => Promise.reject(new Error('no answer')));
    await expect(takeGivenRoot({ directory, journal, caller: lost }, signal)).rejects.toThrow('no answer');
    expect(journal.state.trust).toBeUndefined();
    await takeGivenRoot({ directory, journal, caller: reached }, signal);
    expect(asked).toEqual([
      ['/trust', { lineage: 'a', rootVersion: 2 }],
      ['/trust', { lineage: 'a', rootVersion: 2 }],
    ]);
    expect(journal.state).toMatchObject({ siteUuid, lineage: 'b', trust: { root, sequence: 0 } });
    expect(waitingFile()).toBe(false);
    await takeGivenRoot({ directory, journal, caller: reached }, signal);
    expect(asked).toHaveLength(2);
  });

  it('takes the place of no other, neither when it is given nor when it lies there', async () => {
    giveRoot(directory, rootOf(), now);
    journal.append({ kind: 'trust', siteUuid, trust: firstTrust(root) });
    expect(() => giveRoot(directory, rootOf(), now)).toThrow(
      `This host already trusts the root ${rootFingerprint(root)}.`,
    );
    await takeGivenRoot({ directory, journal, caller: reached }, signal);
    expect(journal.state.trust?.root).toBe(root);
    expect(waitingFile()).toBe(false);
    expect(asked).toEqual([]);
  });

  it('is refused when its keys did not sign it, when it has expired, and on a host that is not enrolled', () => {
    const { payload } = JSON.parse(rootOf()) as { payload: string };
    expect(() => giveRoot(directory, JSON.stringify({ ...JSON.parse(root), payload }), now)).toThrow(
      'no root that is signed',
    );
    expect(() => giveRoot(directory, 'no root', now)).toThrow('no root that is signed');
    expect(() => giveRoot(directory, rootOf(now - 1), now)).toThrow(/^This root expired on \d{4}-/);
    const nowhere = mkdtempSync(join(tmpdir(), 'patchkeep-trust-'));
    expect(() => giveRoot(nowhere, root, now)).toThrow('Not enrolled');
    rmSync(nowhere, { recursive: true });
    expect(waitingFile()).toBe(false);
  });

  it('is named by the status, and so is its absence', () => {
    writeConfiguration(directory, { server: 'https://patchkeep.example' });
    expect(statusText(directory, new Date())).toContain('Trusted root     none, so this host does no work');
    journal.append({ kind: 'trust', siteUuid, trust: firstTrust(root) });
    expect(statusText(directory, new Date())).toContain('Trusted root     version 2');
  });
});
