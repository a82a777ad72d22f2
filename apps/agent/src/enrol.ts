import { randomUUID } from 'node:crypto';
import type { Identity } from '@patchkeep/agent-client/identity';
import { newcomerKeyId } from '@patchkeep/agent-client/signed-call';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { rootFingerprint } from '@patchkeep/orders/root';
import { readFacts } from './capabilities/inventory/inspect.ts';
import { caller } from './checkin/caller.ts';
import { readServerUrl, transport } from './checkin/transport.ts';
import { journalClock } from './journal-clock.ts';
import { Journal, readState } from './journal/journal.ts';
import { readBootTime } from './os/boot-time.ts';
import type { Os } from './os/os.ts';
import { type Configuration, ensureIdentity, readConfiguration, writeConfiguration } from './state-directory.ts';
import { firstTrust, keepApprovers } from './trust.ts';

interface Enrolment {
  directory: string;
  configuration: Configuration;
  token: string;
  /** The root that the server must hand out, by its fingerprint; without one the first that it hands out is believed. */
  rootFingerprint?: string | undefined;
  os: Os;
}

/** The system's id where it has one; otherwise one of our own, the same for every try. */
const hardwareIdOf = async (os: Os, journal: Journal): Promise<string> => {
  const own = await os.readHardwareId();
  if (own !== undefined) return own;
  if (journal.state.hardwareId === undefined) journal.append({ kind: 'hardware', hardwareId: randomUUID() });
  return journal.state.hardwareId ?? '';
};

const callEnrol = async (journal: Journal, identity: Identity, { configuration, token, os }: Enrolment) => {
  const send = transport(readServerUrl(configuration.server), configuration.authority);
  const { call } = caller({ identity, keyId: newcomerKeyId, send, clock: journalClock(journal) });
  const bootTime = readBootTime(journal.state.bootTime);
  journal.append({ kind: 'boot', bootTime });
  return call(agentApi.enrol, {
    token,
    publicKey: identity.publicKey,
    hardwareId: await hardwareIdOf(os, journal),
    facts: await readFacts(os, bootTime),
  });
};

/** A fingerprint as people write it; what is none must not pass for no wish to pin. */
export const readFingerprint = (text: string): string => {
  const plain = text.replaceAll(/[\s:]/g, '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(plain)) throw new Error('The fingerprint of a root has 64 letters and digits');
  return plain;
};

const checkPinned = (root: string | undefined, pinned: string | undefined): void => {
  const found = root === undefined ? 'none' : rootFingerprint(root);
  if (pinned !== undefined && found !== pinned)
    throw new Error(
      `Not enrolled: the root of this server is ${found}, and ${pinned} was to be believed. ` +
        'Compare both with what `signer root-fingerprint` prints before you go on.',
    );
};

export type Enrolled = 'active' | 'pending' | 'already';

/** Makes this host one of the server's. The key is on disk before the server hears of it. */
export const enrol = async (given: Enrolment): Promise<Enrolled> => {
  const { directory, configuration, os } = given;
  readServerUrl(configuration.server);
  await os.claimDirectory(directory);
  const journal = Journal.open(directory);
  try {
    if (journal.state.agentUuid !== undefined) {
      if (readConfiguration(directory)?.server === configuration.server) return 'already';
      throw new Error('This host is enrolled with another server; remove the state folder to start anew');
    }
    const identity = ensureIdentity(directory);
    writeConfiguration(directory, configuration);
    const answer = await callEnrol(journal, identity, given);
    const { agentUuid, customerUuid, keyId, lineage, state, siteUuid, trustRoot } = answer;
    checkPinned(trustRoot, given.rootFingerprint);
    journal.append({ kind: 'enrolled', agentUuid, customerUuid, keyId, lineage });
    // Trusted from the first contact on, which the install token vouches for.
    if (siteUuid !== undefined && trustRoot !== undefined)
      journal.append({ kind: 'trust', siteUuid, trust: firstTrust(trustRoot) });
    keepApprovers(journal, answer.approvers, Date.now(), true);
    return state;
  } finally {
    journal.close();
  }
};

/** Enrols with what the installer was told, where nobody did it by hand; a service can ask nobody. */
export const enrolAsInstalled = async (directory: string, os: Os): Promise<void> => {
  await os.claimDirectory(directory);
  if (readState(directory).keyId !== undefined) return;
  const installation = await os.readInstallation();
  if (!installation) return;
  const { server, token, rootFingerprint: pinned, forget } = installation;
  const pin = pinned === undefined ? undefined : readFingerprint(pinned);
  await enrol({ directory, configuration: { server }, token, rootFingerprint: pin, os });
  await forget();
};
