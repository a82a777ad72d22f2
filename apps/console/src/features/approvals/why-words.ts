import type { Verdict } from '@patchkeep/contract/why';
import { placeWords } from '../../ui/approval-words.ts';

type Outcome = Pick<Verdict, 'action' | 'reason' | 'toVersion' | 'level' | 'scopeName'> & { hosts: number };

const endings: Record<Verdict['reason'], (outcome: Outcome, one: boolean) => string> = {
  auto: ({ toVersion }, one) => `${one ? 'gets' : 'get'} ${toVersion ?? 'the newest version'} at the next check-in`,
  approved: ({ toVersion }, one) =>
    `${one ? 'gets' : 'get'} ${toVersion ?? 'the approved version'} at the next check-in`,
  blocked: () => 'blocked',
  approvedVersionReached: (_, one) => `${one ? 'has' : 'have'} the approved version`,
  newerNotApproved: (_, one) => `${one ? 'stays' : 'stay'}: the newer version is not approved`,
  newestInstalled: (_, one) => `${one ? 'has' : 'have'} the newest version`,
  undecided: (_, one) => `${one ? 'stays' : 'stay'} as ${one ? 'it is' : 'they are'}: nobody has decided`,
  needsSettings: (_, one) => `${one ? 'waits' : 'wait'} for custom settings`,
  delayed: ({ toVersion }, one) => `${one ? 'waits' : 'wait'} until ${toVersion ?? 'the version'} is old enough`,
  noPackage: (_, one) => `${one ? 'stays' : 'stay'}: there is no package for ${one ? 'it' : 'them'}`,
  notInstalled: (_, one) => `${one ? 'does' : 'do'} not have it`,
  notComparable: (_, one) => `${one ? 'stays' : 'stay'}: the installed version cannot be compared`,
};

/** One group of hosts with the same fate, without their number: "hosts get 124.0 at the next check-in, by Site". */
export const outcomeWords = (outcome: Outcome): string => {
  const { hosts, level, scopeName, reason } = outcome;
  const isOne = hosts === 1;
  const by = level === null ? '' : reason === 'blocked' ? ' by ' : ', by ';
  return `${isOne ? 'host' : 'hosts'} ${endings[reason](outcome, isOne)}${by}${level === null ? '' : placeWords(level, scopeName)}`;
};
