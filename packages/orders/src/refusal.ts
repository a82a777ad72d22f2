/** Why a host does not do as it is told. The words travel back and are shown, so they name no secret. */
export const refusals = [
  'tooLarge',
  'malformed',
  'wrongType',
  'notSigned',
  'rootExpired',
  'rootNotNext',
  'otherSite',
  'siteRolledBack',
  'siteExpired',
  'stale',
  'fromTheFuture',
  'rolledBackIncarnation',
  'otherAgent',
  'replayed',
  'notYet',
  'expired',
  'tooLongLived',
  'packageMissing',
  'packageNotWanted',
  'packageMixedUp',
  'packageRolledBack',
  'packageExpired',
  'notInstallable',
  'notInstalled',
  'notRemovable',
  'wrongArchitecture',
  'kindMixedUp',
  'kindUnknown',
  'optionUnknown',
  'optionInvalid',
  'argumentUnsafe',
  'policy',
  'approversMissing',
  'approversNotNext',
  'approversTooSoon',
  'approversNotYet',
] as const;
export type RefusalReason = (typeof refusals)[number];

export class Refused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, detail = '') {
    super(detail === '' ? reason : `${reason}: ${detail}`);
    this.reason = reason;
  }
}
