const lookTest = 'apps/packager/src/prepare/second-look.test.ts';
const releaseTest = 'apps/packager/src/evidence/release.test.ts';
const disagreementsTest = 'apps/packager/src/verify/disagreements.test.ts';
const vouchingTest = 'apps/packager/src/serve/vouching.test.ts';
const noDisagreement = 'signs no disagreement, names each, and remembers none';

/** Guards of the guarded and the offline mode: nobody vouches alone, and the verifier believes nothing. */
export const guardedMutants = [
  {
    guard: 'every field of a proposal',
    file: 'apps/packager/src/prepare/second-look.ts',
    without: 'if (proposedText(own) === proposedText(proposed)) return holds;',
    instead: `if (proposedText(own) !== '') return holds;`,
    red: { file: lookTest, test: 'names the field that differs' },
  },
  {
    guard: 'end of a proposed statement',
    file: 'apps/packager/src/prepare/second-look.ts',
    without: 'proposed.expires > now + lifeMs + clockSkewMs',
    instead: 'proposed.expires < 0',
    red: { file: lookTest, test: 'lets a statement end within the next 90 days, and no later' },
  },
  {
    guard: 'release that runs ahead',
    file: 'apps/packager/src/evidence/release.ts',
    without: 'release <= least + mostUnseen * apart',
    instead: 'release <= Infinity',
    red: { file: releaseTest, test: 'does not run far ahead, where it would lock newer versions out' },
  },
  {
    guard: 'release by the ledger of the verifier',
    file: 'apps/packager/src/evidence/release.ts',
    without: 'return release >= least && release < above',
    instead: 'return release >= 0 && release < above',
    red: { file: releaseTest, test: 'follows the version by the own ledger too' },
  },
  {
    guard: 'nothing remembered of a disagreement',
    file: 'apps/packager/src/prepare/prepare.ts',
    without: 'if (disagreements.length > 0) return { holds: disagreements, told };',
    instead: 'if (disagreements.length > 99) return { holds: disagreements, told };',
    red: { file: disagreementsTest, test: noDisagreement },
  },
  {
    guard: 'variant of a proposal',
    file: 'apps/packager/src/verify/verify-proposal.ts',
    without: 'plans.find((one) => one.variant === variant)',
    instead: 'plans[0]',
    red: { file: disagreementsTest, test: noDisagreement },
  },
  {
    guard: 'two signatures of two machines',
    file: 'apps/packager/src/serve/vouching.ts',
    without: 'keepStatement(proposal, envelope, { keys, threshold: 2 })',
    instead: 'keepStatement(proposal, envelope, { keys, threshold: 1 })',
    red: { file: vouchingTest, test: 'is not believed unless the key of the verifier has signed these bytes' },
  },
  {
    guard: 'package that people signed',
    file: 'apps/packager/src/serve/vouching.ts',
    without: 'if (proposedText(statement) !== proposedText(statementIn(proposal)))',
    instead: `if (proposedText(statement) === '')`,
    red: { file: vouchingTest, test: 'makes the package ready when enough of them have, and it is what was prepared' },
  },
  {
    guard: 'lifts of the server in guarded mode',
    file: 'apps/packager/src/serve/builder.ts',
    without: `if (vouching.mode === 'simple') return asked?.lifted ?? [];`,
    instead: 'if (asked) return asked.lifted;',
    red: {
      file: 'apps/packager/src/verify/modes.test.ts',
      test: 'a judgement is lifted on both machines, and the server has no say',
    },
  },
  {
    guard: 'threshold of the guarded mode',
    file: 'apps/signer/src/rotate.ts',
    without: 'return { keys: [packager, mode.verifier], threshold: 2 };',
    instead: 'return { keys: [packager, mode.verifier], threshold: 1 };',
    red: {
      file: 'apps/signer/src/modes.test.ts',
      test: 'names packager and verifier, both of whom must sign; the key may begin with a dash',
    },
  },
];
