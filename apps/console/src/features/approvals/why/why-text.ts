import type { Verdict } from '@patchkeep/contract/why';
import { scopeText } from '../../../domain/approval-text.ts';

type Outcome = Pick<Verdict, 'action' | 'reason' | 'toVersion' | 'copies' | 'level' | 'scopeName'> & { hosts: number };

const waits = (one: boolean): string => (one ? 'waits' : 'wait');

const endings: Record<Verdict['reason'], (outcome: Outcome, one: boolean) => string> = {
  auto: ({ toVersion }, one) => `${one ? 'gets' : 'get'} ${toVersion ?? 'the newest version'} at the next check-in`,
  approved: ({ toVersion }, one) =>
    `${one ? 'gets' : 'get'} ${toVersion ?? 'the approved version'} at the next check-in`,
  blocked: () => 'blocked',
  approvedVersionReached: (_, one) => `${one ? 'has' : 'have'} the approved version`,
  newerNotApproved: (_, one) => `${one ? 'stays' : 'stay'}: the newer version is not approved`,
  newestInstalled: (_, one) => `${one ? 'has' : 'have'} the newest version`,
  undecided: (_, one) => `${one ? 'stays' : 'stay'} as ${one ? 'it is' : 'they are'}: nobody has decided`,
  needsSettings: (_, one) => `${waits(one)} for custom settings`,
  delayed: ({ toVersion }, one) => `${waits(one)} until ${toVersion ?? 'the version'} is old enough`,
  noPackage: ({ toVersion }, one) => `${waits(one)} until somebody vouches for a package of ${toVersion ?? 'it'}`,
  packageComing: ({ toVersion }, one) => `${waits(one)} until the package of ${toVersion ?? 'it'} is prepared`,
  packageAwaitsVerifier: ({ toVersion }, one) =>
    `${waits(one)} until the verifier vouches for the package of ${toVersion ?? 'it'}`,
  packageAwaitsPerson: ({ toVersion }, one) => `${waits(one)} until people sign the package of ${toVersion ?? 'it'}`,
  packagerSilent: ({ toVersion }, one) =>
    `${waits(one)} until the packager answers and prepares the package of ${toVersion ?? 'it'}`,
  packageHeld: ({ toVersion }, one) => `${waits(one)}: the package of ${toVersion ?? 'it'} is held back`,
  packageUnavailable: ({ toVersion }, one) =>
    `${waits(one)} until the vendor’s file of ${toVersion ?? 'it'} can be had`,
  notInRepositories: (_verdict, one) => `${one ? 'has' : 'have'} what the own repositories offer`,
  packageNotOffered: ({ toVersion }, one) => `${waits(one)}: no package of ${toVersion ?? 'it'} is offered`,
  packageUnfit: ({ toVersion }, one) =>
    `${waits(one)} until somebody vouches for a package of ${toVersion ?? 'it'} that fits`,
  noFit: ({ toVersion, copies }, one) =>
    `${waits(one)}: there is no package of ${toVersion ?? 'it'} for ${copies ?? 'such copies'}`,
  notForUsers: ({ toVersion }, one) =>
    `${waits(one)} until somebody vouches for a package of ${toVersion ?? 'it'} for users’ copies`,
  notForMachine: ({ toVersion }, one) =>
    `${waits(one)} until somebody vouches for a package of ${toVersion ?? 'it'} for the machine’s copy`,
  packageExpired: ({ toVersion }, one) =>
    `${waits(one)} until somebody vouches for the package of ${toVersion ?? 'it'} again`,
  ownFile: (_, one) => `${waits(one)}: nobody has vouched for the file of the custom settings`,
  noSigner: (_, one) => `${waits(one)}: the server has no signer`,
  noRoot: (_, one) => `${waits(one)}: enrolled before there was a signer`,
  givenUp: ({ toVersion }, one) => `${waits(one)}: ${toVersion ?? 'it'} was tried and given up`,
  notInstalled: (_, one) => `${one ? 'does' : 'do'} not have it`,
  notComparable: (_, one) => `${one ? 'stays' : 'stay'}: the installed version cannot be compared`,
};

/** One group of hosts with the same fate, without their number: "hosts get 124.0 at the next check-in, by Site". */
export const outcomeText = (outcome: Outcome): string => {
  const { hosts, level, scopeName, reason } = outcome;
  const isOne = hosts === 1;
  const by = level === null ? '' : reason === 'blocked' ? ' by ' : ', by ';
  return `${isOne ? 'host' : 'hosts'} ${endings[reason](outcome, isOne)}${by}${level === null ? '' : scopeText(level, scopeName)}`;
};

/** Hosts that differ only in the version they have share their fate; the most first. */
export const sharedFates = <O extends Outcome & { status: string }>(outcomes: readonly O[]): O[] =>
  [...Map.groupBy(outcomes, (outcome) => `${outcome.status} ${outcomeText({ ...outcome, hosts: 2 })}`).values()]
    .flatMap(([first, ...others]) =>
      first ? [{ ...first, hosts: others.reduce((sum, { hosts }) => sum + hosts, first.hosts) }] : [],
    )
    .toSorted((a, b) => b.hosts - a.hosts);
