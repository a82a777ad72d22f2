import type { AwaitedStep } from '@patchkeep/contract/why';
import { hostStateText } from '../host-state.ts';
import { dayOf, minuteOf, scopeText } from './explanation-text.ts';
import { triedText } from './given-up.ts';
import { answerTo, givenUpFor, type Lack, lacksFor, type Question } from './verdict.ts';

/** What a host lacks, and what somebody must do about it. */
const lackSteps: Record<Lack, [kind: AwaitedStep['kind'], sentence: (what: string) => string]> = {
  noSigner: [
    'signer',
    () =>
      'The server has no signer. Whoever runs the server sets one up: see "Keys and the signer" in the operators’ guide.',
  ],
  noRoot: [
    'root',
    () =>
      'The host enrolled before there was a signer, so it trusts nobody’s orders. Run `patchkeep-agent trust` there: see "Keys and the signer" in the operators’ guide.',
  ],
  noPackage: [
    'package',
    (what) =>
      `Nobody has vouched for a package of ${what}. Whoever keeps the offline keys signs one: see "Keys and the signer" in the operators’ guide.`,
  ],
  packageComing: [
    'package',
    (what) => `The packager prepares the package of ${what}. The page Packages says how far it is.`,
  ],
  packageAwaitsVerifier: [
    'package',
    (what) =>
      `The package of ${what} is prepared, and the verifier on another machine has not vouched for it yet. The page Packages says whether it answers.`,
  ],
  packageAwaitsPerson: [
    'package',
    (what) =>
      `The package of ${what} is prepared, and whoever keeps the offline keys has not signed it yet: see "Packages from public manifests" in the operators’ guide.`,
  ],
  packagerSilent: [
    'package',
    (what) =>
      `The packager, which prepares the package of ${what}, does not answer. Whoever runs the server starts it again: see "Packages from public manifests" in the operators’ guide.`,
  ],
  packageHeld: [
    'package',
    (what) =>
      `The packager holds the package of ${what} back. The page Packages says why; whoever runs the server can lift some of the reasons.`,
  ],
  packageUnavailable: [
    'package',
    (what) =>
      `The vendor’s file of ${what} cannot be had now, or is another than its manifest says. It is tried again; the page Packages says when.`,
  ],
  packageNotOffered: [
    'package',
    (what) =>
      `No package of ${what} can be made from public manifests; the page Packages says why. Whoever keeps the catalogue keys can sign one.`,
  ],
  notInRepositories: [
    'package',
    (what) =>
      `The host’s own repositories do not offer ${what}, or apt has not checked their signature. The host asks them with each inspection.`,
  ],
  packageUnfit: [
    'package',
    (what) =>
      `No package of ${what} fits this host. Whoever keeps the offline keys signs one for its system and processor.`,
  ],
  noFit: [
    'package',
    (what) =>
      `The packages of ${what} are for other copies than this host has: for another processor, or a setup where it has an MSI, or the other way round. The page Packages lists them. Whoever keeps the catalogue keys can sign one, or somebody installs the other kind.`,
  ],
  notForUsers: [
    'package',
    (what) =>
      `The old copy belongs to a user, and every package of ${what} is for the machine. Whoever keeps the offline keys signs one for users, or the user removes the copy.`,
  ],
  notForMachine: [
    'package',
    (what) =>
      `The old copy belongs to the machine, and every package of ${what} is for users. Whoever keeps the offline keys signs one for the machine.`,
  ],
  packageExpired: [
    'package',
    (what) => `The statement about the package of ${what} has expired. Whoever keeps the offline keys signs a new one.`,
  ],
  ownFile: ['package', () => 'Its custom settings name a file, and files do not reach hosts yet.'],
};

/** What must happen before the answer comes true, people first; `pendingChange` is a change that awaits a second person. */
export const awaitsOf = (question: Question, pendingChange: string | null = null): AwaitedStep[] => {
  const { resolution, facts, standing, nameOf, signerSilentSince } = question;
  const { action, reason, toVersion, until } = answerTo(question);
  const awaits: AwaitedStep[] = [];
  const add = (kind: AwaitedStep['kind'], sentence: string, moment: Date | null = null) =>
    awaits.push({ kind, sentence, until: moment?.toISOString() ?? null });

  if (pendingChange !== null) add('secondPerson', `The change "${pendingChange}" waits for a second administrator.`);
  if (reason === 'needsSettings' && resolution.winner !== null) {
    const { winner } = resolution;
    const where = winner.level === 'tag' ? ` at ${scopeText(winner, nameOf)}` : '; only a tag can have them';
    add('settings', `${facts.name} needs custom settings${where}.`);
  }
  for (const lack of action === 'wait' ? lacksFor(toVersion, question) : []) {
    const [kind, sentence] = lackSteps[lack];
    add(kind, sentence(toVersion ?? facts.name));
  }
  const failed = reason === 'givenUp' ? givenUpFor(toVersion, question) : undefined;
  if (failed) {
    const others = facts.kind === 'app' ? ' Another version, or other custom settings, are tried by themselves.' : '';
    add(
      'newDecision',
      `${toVersion ?? facts.name} ${triedText(failed)}. It was planned on ${dayOf(failed.at)}. Retry has it tried again; so does a new decision.${others}`,
    );
  }
  if (reason === 'delayed') add('delay', `${toVersion ?? facts.name} is not old enough yet.`, until);
  if (action === 'update' || action === 'wait') {
    const kept = standing === undefined ? null : hostStateText[standing.state];
    if (kept !== null) add('host', kept);
  }
  if (action === 'update' && signerSilentSince !== undefined)
    add(
      'signerAnswer',
      `The signer has not answered since ${minuteOf(signerSilentSince)}. Hosts get no orders until it does. Whoever runs the server starts it again: see "Keys and the signer" in the operators’ guide.`,
    );
  if (action === 'update') add('checkIn', 'The host hears of it at its next check-in.');
  if (standing?.isRestartPending === true) add('restart', 'The host waits for a restart.');
  return awaits;
};
