/** Why nothing of what a provider publishes counts. */
export type NotReadReason =
  /** It does not answer, or not with a file. */
  | 'unreachable'
  | 'notHttps'
  | 'privateAddress'
  | 'tooLarge'
  /** Its newest word is too old: somebody may keep the newer one from us. */
  | 'expired'
  /** It would last longer than such a word may. */
  | 'tooLongLived'
  /** It is older than what was read before. */
  | 'rolledBack'
  | 'notSigned'
  /** Parts of different states. */
  | 'mixedUp'
  /** A role that one key, or none, could fill. */
  | 'badRoles'
  /** It shares no catalogue, or more than one. */
  | 'noCatalogue'
  /** A package in the catalogue without the signatures of those who vouch. */
  | 'statementNotSigned'
  | 'malformed';

export class NotRead extends Error {
  readonly reason: NotReadReason;
  constructor(reason: NotReadReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** How the exact release of tuf-js that we use words its refusals; the errors themselves do not always come through. */
const words: readonly (readonly [RegExp, NotReadReason])[] = [
  [/ is expired/, 'expired'],
  [/ was signed by \d+\/\d+ keys/, 'notSigned'],
  [/ is less than current version /, 'rolledBack'],
  [/Expected version |doesn't match timestamp|does not match snapshot version/, 'mixedUp'],
  [/Expected length |Expected hash |Missing (?:file )?targets\.json/, 'mixedUp'],
];

/** What tuf-js threw, by our names. */
export const notReadFrom = (error: unknown): NotRead => {
  if (error instanceof NotRead) return error;
  const said = error instanceof Error ? error.message : String(error);
  const reason = words.find(([pattern]) => pattern.test(said))?.[1] ?? 'malformed';
  return new NotRead(reason, said, { cause: error });
};
