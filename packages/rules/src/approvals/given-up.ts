import { type CopyVariant, type Fit, fitsCopy } from '../software/variant.ts';

type Options = Readonly<Record<string, string>>;

/** Work that failed on a host for good: its attempts are spent, or the host said that trying again is of no use. */
export interface FailedWork {
  /** Empty for a Windows update. */
  toVersion: string;
  /** Whose copy it was about: a user, or empty for the machine's. */
  owner: string;
  /** The copies that its package was for; left out, all of that owner. */
  copies?: Omit<Fit, 'scope'>;
  /** What the installer was told. */
  options: Options;
  /** When the work was written. */
  at: Date;
  /** How it went, where one host is asked about. */
  tries?: { attempts: number; cause: string };
}

export const areSame = (a: Options, b: Options): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value);

/** Whether an installer would be told the same. Whose copy it is about is chosen by the plan, and decided by nobody. */
export const isToldTheSame = ({ user: _whose, ...before }: Options, now: Options): boolean => areSame(before, now);

/** The update that a decision asks for now, to compare with what failed. */
export interface DecidedUpdate {
  toVersion: string;
  options: Options;
  /** When somebody decided so. */
  decidedAt: Date | null;
}

/**
 * Failed work is not written again for the same version and the same settings until somebody decides anew. The planner
 * and the verdict both ask here.
 */
export const isGivenUp = (failed: Omit<FailedWork, 'owner' | 'copies' | 'tries'>, decided: DecidedUpdate): boolean =>
  failed.toVersion === decided.toVersion &&
  isToldTheSame(failed.options, decided.options) &&
  !(decided.decidedAt !== null && decided.decidedAt > failed.at);

/** Whether work was about a copy: its owner's, and of the variant that its package was for. */
export const wasAbout = (
  { owner, copies }: Pick<FailedWork, 'owner' | 'copies'>,
  copy: CopyVariant & { owner?: string },
): boolean =>
  (copy.scope === 'machine' ? owner === '' : copy.owner === owner) && fitsCopy({ ...copies, scope: copy.scope }, copy);

/** A loop, because a pattern for it takes quadratic time on text that a host sent. */
const withoutStop = (text: string): string => {
  let end = text.length;
  while (end > 0 && ' .\n\r\t'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** What failed, as the end of a sentence. The number of tries stands at the end of some causes already. */
export const causeText = (cause: string): string =>
  withoutStop(cause.replace(/Tried \d{1,9} times\.$/, '')) || 'the host did not say why';

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** What came of it, as the end of a sentence: "was tried 5 times and given up: the installer failed with 1603". */
export const triedText = ({ tries }: FailedWork): string => {
  if (!tries) return 'was tried and given up';
  return `was tried ${times(tries.attempts)} and given up: ${causeText(tries.cause)}`;
};
