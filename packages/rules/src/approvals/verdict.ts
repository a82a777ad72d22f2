import type { Verdict } from '@patchkeep/contract/why';
import { dayMs } from '../time-units.ts';
import { dayOf, listed, type NameOf, scopeText, saying, whenText } from './explanation-text.ts';
import {
  type ApplicationFacts,
  type Facts,
  type HostStanding,
  type InstalledCopy,
  isApprovedWithClass,
  isByClass,
  type SettingsState,
  statusAbout,
  type WindowsUpdateFacts,
} from './facts.ts';
import { type FailedWork, isGivenUp, triedText, wasAbout } from './given-up.ts';
import type { CompareTwo, Decision, Resolution } from './resolve.ts';
import { copiesText, type PackageState, type Selectors } from './supply.ts';

/** What is known when asking what shall happen on a host about one subject. */
export interface Question<D extends Decision = Decision> {
  resolution: Resolution<D>;
  facts: Facts;
  compare: CompareTwo;
  settings: SettingsState;
  /** Its custom settings name a file of the site's own. */
  hasOwnFile?: boolean;
  /** Which of the packages its custom settings choose. */
  selectors?: Selectors;
  /** What its custom settings tell the installer. */
  told?: Readonly<Record<string, string>>;
  now: Date;
  nameOf: NameOf;
  /** Without a host the answer is that of an active one. */
  standing?: HostStanding | undefined;
  /** Since when the signer has not answered, if that is long enough to say so. Work is written all the same. */
  signerSilentSince?: Date | undefined;
}

type Answer = Pick<Verdict, 'action' | 'reason' | 'toVersion'> & {
  /** When waiting ends by itself, if it does. */
  until: Date | null;
};

const answer = (
  action: Answer['action'],
  reason: Answer['reason'],
  toVersion: string | null = null,
  until: Date | null = null,
): Answer => ({ action, reason, toVersion, until });

type About<F extends Facts> = Omit<Question, 'facts'> & { facts: F };

const isOlder = (copy: string, version: string, compare: CompareTwo): boolean =>
  copy !== version && (compare(copy, version) ?? 0) < 0;

/** What keeps a host from being given what was decided, apart from the decision and the host's own state. */
export type Lack = Extract<
  Verdict['reason'],
  | 'noSigner'
  | 'noRoot'
  | 'noPackage'
  | 'packageComing'
  | 'packageAwaitsVerifier'
  | 'packageAwaitsPerson'
  | 'packagerSilent'
  | 'packageHeld'
  | 'packageUnavailable'
  | 'packageNotOffered'
  | 'notInRepositories'
  | 'packageUnfit'
  | 'noFit'
  | 'notForUsers'
  | 'notForMachine'
  | 'packageExpired'
  | 'ownFile'
>;
const packageLacks: Record<Exclude<PackageState, 'ready'>, Lack> = {
  none: 'noPackage',
  coming: 'packageComing',
  awaitsVerifier: 'packageAwaitsVerifier',
  awaitsPerson: 'packageAwaitsPerson',
  silent: 'packagerSilent',
  held: 'packageHeld',
  unavailable: 'packageUnavailable',
  notOffered: 'packageNotOffered',
  notInRepositories: 'notInRepositories',
  unfit: 'packageUnfit',
  noFit: 'noFit',
  notForUsers: 'notForUsers',
  notForMachine: 'notForMachine',
  expired: 'packageExpired',
};

/** The lack would end with a package: with another statement, or with one at all. */
export const isPackageLack = (reason: Verdict['reason']): boolean =>
  reason === 'ownFile' || Object.values(packageLacks).some((lack) => lack === reason);

/** The copies that an update to a version is about. */
export const oldCopies = (
  { installed, copies }: ApplicationFacts,
  version: string,
  compare: CompareTwo,
): InstalledCopy[] =>
  (copies ?? installed.map((copy) => ({ version: copy, scope: 'machine' as const }))).filter((copy) =>
    isOlder(copy.version, version, compare),
  );

/** What failed for good of the work that is wanted now, the last first. */
const givenUpWork = ({ facts, told = {}, resolution }: Question, version: string | null): FailedWork[] => {
  const wanted = { toVersion: version ?? '', options: told, decidedAt: resolution.winner?.decidedAt ?? null };
  return (facts.failed ?? [])
    .filter((failed) => isGivenUp(failed, wanted))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
};

/** The work that was given up and that nothing else replaces: another copy may still be updated with its own package. */
export const givenUpFor = (version: string | null, question: Question): FailedWork | undefined => {
  const { facts, compare, selectors } = question;
  const failed = givenUpWork(question, version);
  if (facts.kind === 'wua' || version === null || failed.length === 0) return failed[0];
  const left = oldCopies(facts, version, compare).filter((copy) => !failed.some((each) => wasAbout(each, copy)));
  const isLeft = left.length > 0 && facts.packageOf(version, selectors, left) === 'ready';
  return isLeft ? undefined : failed[0];
};

/** All that is lacking for a version, or, without a version, for a Windows update: what concerns the most hosts first. */
export const lacksFor = (version: string | null, question: Question): Lack[] => {
  const { facts, compare, hasOwnFile = false, selectors } = question;
  const lacks: Lack[] = facts.orders === 'ready' ? [] : [facts.orders];
  if (facts.kind === 'wua' || version === null) return lacks;
  const state = facts.packageOf(version, selectors, oldCopies(facts, version, compare));
  if (hasOwnFile) lacks.push('ownFile');
  else if (state !== 'ready') lacks.push(packageLacks[state]);
  return lacks;
};

/** What to do about a version that was decided on; a copy that cannot be told to be older is left alone. */
const goTo = (version: string, reason: 'auto' | 'approved', question: About<ApplicationFacts>): Answer => {
  const { facts, compare, settings } = question;
  const { installed, offers } = facts;
  if (installed.some((copy) => isOlder(copy, version, compare))) {
    if (settings === 'incomplete') return answer('wait', 'needsSettings', version);
    const [lack] = lacksFor(version, question);
    if (lack !== undefined) return answer('wait', lack, version);
    return givenUpFor(version, question) ? answer('wait', 'givenUp', version) : answer('update', reason, version);
  }
  if (installed.some((copy) => copy !== version && compare(copy, version) === undefined))
    return answer('stay', 'notComparable');
  if (reason === 'auto') return answer('none', 'newestInstalled');
  const newest = offers[0]?.version;
  const isBehind = newest !== undefined && installed.some((copy) => isOlder(copy, newest, compare));
  return isBehind ? answer('stay', 'newerNotApproved') : answer('none', 'approvedVersionReached');
};

const earlier = (a: Date | null, b: Date | null): Date | null => (a !== null && (b === null || a < b) ? a : b);

/** The moment something is old enough; null when nobody knows the day it came out, and so it never is. */
const ripeAt = (releasedOn: Date | null, delayDays: number): Date | null =>
  releasedOn === null ? null : new Date(releasedOn.getTime() + delayDays * dayMs);

/** To the newest version that is old enough: where one comes out every week, the newest alone never would be. */
const followNewest = (delayDays: number, question: About<ApplicationFacts>): Answer => {
  const { facts, compare, now } = question;
  const [newest] = facts.offers;
  if (newest === undefined) return answer('none', 'newestInstalled');
  let until: Date | null = null;
  for (const { version, releasedOn } of delayDays === 0 ? [] : facts.offers) {
    if (!facts.installed.some((copy) => isOlder(copy, version, compare))) break;
    const ripe = ripeAt(releasedOn, delayDays);
    if (ripe !== null && ripe <= now) return goTo(version, 'auto', question);
    until = earlier(ripe, until);
  }
  const answered = goTo(newest.version, 'auto', question);
  return delayDays === 0 || answered.action !== 'update' ? answered : answer('wait', 'delayed', newest.version, until);
};

/**
 * A host goes to what its own repositories offer. Distributions count the versions of one package in their own ways, so
 * an approved version stands for everything that is not newer than it.
 */
const followRepositories = (winner: Decision, question: About<ApplicationFacts>): Answer => {
  const { facts, compare } = question;
  const offers = facts.offers.filter(({ version }) => facts.installed.some((copy) => isOlder(copy, version, compare)));
  if (offers.length === 0) return answer('none', 'notInRepositories');
  const { version: approved } = winner;
  if (winner.mode !== 'manual' || approved === null)
    return followNewest(winner.delayDays, { ...question, facts: { ...facts, offers } });
  const next = offers.find(({ version }) => (compare(version, approved) ?? 1) <= 0);
  return next ? goTo(next.version, 'approved', question) : answer('stay', 'newerNotApproved');
};

const aboutApplication = (winner: Decision, question: About<ApplicationFacts>): Answer => {
  if (question.facts.isFromRepositories === true) return followRepositories(winner, question);
  return winner.mode === 'manual' && winner.version !== null
    ? goTo(winner.version, 'approved', question)
    : followNewest(winner.delayDays, question);
};

const aboutUpdate = (winner: Decision, question: About<WindowsUpdateFacts>): Answer => {
  const { facts, now } = question;
  const [lack] = lacksFor(null, question);
  const install = (reason: 'auto' | 'approved') =>
    givenUpFor(null, question) ? answer('wait', 'givenUp') : answer('update', reason);
  if (winner.mode === 'manual') {
    const isApproved = !isByClass(winner) || isApprovedWithClass(winner.decidedAt, facts.releasedOn);
    if (!isApproved) return answer('stay', 'newerNotApproved');
    return lack === undefined ? install('approved') : answer('wait', lack);
  }
  if (lack !== undefined) return answer('wait', lack);
  if (winner.delayDays === 0) return install('auto');
  const ripe = ripeAt(facts.releasedOn, winner.delayDays);
  return ripe !== null && ripe <= now ? install('auto') : answer('wait', 'delayed', null, ripe);
};

const isAlreadyThere = (facts: Facts): Answer | undefined => {
  if (facts.kind === 'wua') return facts.isInstalled ? answer('none', 'newestInstalled') : undefined;
  return facts.installed.length === 0 ? answer('none', 'notInstalled') : undefined;
};

/** What shall happen, without the words. */
export const answerTo = (question: Question): Answer => {
  const { resolution, facts } = question;
  const { winner } = resolution;
  const settled = isAlreadyThere(facts);
  if (settled !== undefined) return settled;
  if (winner === null) return answer('none', 'undecided');
  if (winner.mode === 'blocked') return answer('stay', 'blocked');
  return facts.kind === 'app'
    ? aboutApplication(winner, { ...question, facts })
    : aboutUpdate(winner, { ...question, facts });
};

/** How the answer begins: what the host does. */
const deed = ({ action, reason, toVersion, until }: Answer, question: Question): string => {
  const { facts, standing, signerSilentSince } = question;
  const { name } = facts;
  const when = signerSilentSince === undefined ? whenText(standing?.state) : 'once the signer answers';
  if (facts.kind === 'wua') {
    if (reason === 'newestInstalled') return `Has ${name}`;
    if (action === 'update') return `Will get ${name} ${when}`;
    if (action !== 'wait') return `Does not get ${name}`;
    return until === null ? `Waits with ${name}` : `Waits with ${name} until ${dayOf(until)}`;
  }
  const copies = listed(facts.installed);
  if (reason === 'notInstalled') return `Does not have ${name}`;
  if (action === 'update') return `Will get ${toVersion} ${when}`;
  if (action !== 'wait') return `Stays at ${copies}`;
  return until === null ? `Waits with ${toVersion}` : `Waits with ${toVersion} until ${dayOf(until)}`;
};

/** What is added to what the winner says; newest is the version on offer. */
const additions: Partial<Record<Verdict['reason'], (newest: string | null, until: Date | null) => string>> = {
  newerNotApproved: (newest) => (newest === null ? '' : `, and ${newest} is not approved`),
  newestInstalled: (newest) => (newest === null ? '' : `, and there is none newer than ${newest}`),
  notComparable: () => ', but which one is newer cannot be told',
  noPackage: () => ', but nobody has vouched for a package of it',
  packageComing: () => ', and its package is being prepared',
  packageAwaitsVerifier: () => ', but the verifier has not vouched for its package yet',
  packageAwaitsPerson: () => ', but nobody with the offline keys has signed its package yet',
  packagerSilent: () => ', but the packager that prepares its package does not answer',
  packageHeld: () => ', but its package is held back',
  packageUnavailable: () => ', but the vendor’s file for its package cannot be had now',
  packageNotOffered: () => ', but no package of it can be made from public manifests',
  notInRepositories: () =>
    ', and its own repositories offer nothing newer; the host asks them with each inspection, and fetches their lists anew when these are six hours old',
  packageUnfit: () => ', but no package that was vouched for fits this host',
  notForUsers: () => ', but the old copy belongs to a user, and only packages for the machine were vouched for',
  notForMachine: () => ', but the old copy belongs to the machine, and only packages for users were vouched for',
  packageExpired: () => ', but what was vouched for its package has expired',
  ownFile: () => ', but nobody has vouched for the file that its custom settings name',
  noSigner: () => ', but this server has no signer, so hosts are told to do nothing',
  noRoot: () => ', but the host enrolled without a root of keys and refuses every order',
  needsSettings: () => ', but the custom settings are not complete',
  delayed: (_newest, until) => (until === null ? ', and nobody knows the day it came out' : ''),
};

/** Which copies there is no package for. */
const unserved = ({ reason, toVersion }: Answer, { facts, compare }: Question): string | undefined =>
  reason === 'noFit' && facts.kind === 'app' && toVersion !== null
    ? copiesText(oldCopies(facts, toVersion, compare))
    : undefined;

const because = (given: Answer, question: Question): string => {
  const { reason, until, toVersion } = given;
  const { resolution, facts, nameOf } = question;
  const { winner } = resolution;
  if (winner === null) return `nobody has decided about ${facts.name}`;
  const newest = facts.kind === 'app' ? (facts.offers[0]?.version ?? null) : null;
  const failed = reason === 'givenUp' ? givenUpFor(toVersion, question) : undefined;
  const copies = unserved(given, question);
  const added = copies === undefined ? additions[reason]?.(newest, until) : `, but there is no package for ${copies}`;
  const more = failed ? `, but it ${triedText(failed)}` : (added ?? '');
  return `${scopeText(winner, nameOf)} ${saying(winner, facts.name)}${more}`;
};

/** What is there already, or not at all, needs no reason. */
const sentenceOf = (given: Answer, question: Question): string =>
  isAlreadyThere(question.facts) === undefined
    ? `${deed(given, question)}: ${because(given, question)}.`
    : `${deed(given, question)}.`;

/** What shall happen on a host about one subject, who decided so, and the answer as a person would give it. */
export const verdictOn = (question: Question): Verdict => {
  const { resolution, facts, compare, nameOf } = question;
  const { winner } = resolution;
  const given = answerTo(question);
  const { until: _until, ...told } = given;
  const copies = unserved(given, question);
  return {
    ...told,
    ...(copies !== undefined && { copies }),
    status: statusAbout(winner, facts, compare),
    level: winner?.level ?? null,
    scopeUuid: winner === null || winner.level === 'system' ? null : winner.scopeId,
    scopeName: winner === null ? null : nameOf(winner.level, winner.scopeId),
    sentence: sentenceOf(given, question),
  };
};
