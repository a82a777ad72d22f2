const software = 'apps/server/src/modules/custom-software';
const file = `${software}/custom-software.test.ts`;

/** What stands between somebody's installer, or their list of approvers, and the hosts of a site. */
export const customSoftwareMutants = [
  {
    guard: 'signatures checked before they are kept',
    file: `${software}/approvals.service.ts`,
    without: "if (!holds(signable, approval)) throw invalid('The signature does not hold');",
    instead: '',
    red: { file, test: 'refuses a touch that a host would refuse, and keeps none of it' },
  },
  {
    guard: 'a passkey of the caller',
    file: `${software}/approvals.service.ts`,
    without: ' && each.holder === userId',
    instead: '',
    red: { file, test: 'refuses the touch of somebody else, and one about what was changed meanwhile' },
  },
  {
    guard: 'one signature of each person',
    file: `${software}/approvals.service.ts`,
    without: 'map((each) => [each.holder, each])',
    instead: 'map((each) => [each, each])',
    red: {
      file,
      test: 'takes as many people as must sign, gives hosts what they can check, and is about what was signed',
    },
  },
  {
    guard: 'people who must sign',
    file: `${software}/approvals.service.ts`,
    without: 'approvals.length < neededCount',
    instead: 'approvals.length < 1',
    red: {
      file,
      test: 'takes as many people as must sign, gives hosts what they can check, and is about what was signed',
    },
  },
  {
    guard: 'two people for what is doubtful',
    file: `${software}/configs.service.ts`,
    without: 'isDoubtful({ files, row }) ? 2 : 1',
    instead: '1',
    red: {
      file,
      test: 'of what says not who made it takes two people, or the title from who is alone; a key in a file signs too',
    },
  },
  {
    guard: 'the title from who is alone',
    file: `${software}/signing.service.ts`,
    without: 'if (isTitleAsked && body.title?.trim() !== row.title)',
    instead: 'if (isTitleAsked && body.title === "")',
    red: {
      file,
      test: 'of what says not who made it takes two people, or the title from who is alone; a key in a file signs too',
    },
  },
  {
    guard: 'what was signed is what is deployed',
    file: `${software}/state.rules.ts`,
    without: "if (!last || last.spec_tag !== config.specTag) return 'awaitsSignatures';",
    instead: "if (!last) return 'awaitsSignatures';",
    red: {
      file,
      test: 'takes as many people as must sign, gives hosts what they can check, and is about what was signed',
    },
  },
  {
    guard: 'approvers of today',
    file: `${software}/state.rules.ts`,
    without: 'if (last.approvers_version !== vouching.by.version)',
    instead: 'if (last.approvers_version > vouching.by.version)',
    red: { file, test: 'counts no more when others vouch, or after its time: it is signed anew' },
  },
  {
    guard: 'the end of what was signed',
    file: `${software}/state.rules.ts`,
    without: "return last.expires_at <= now ? 'expired' : 'vouched';",
    instead: "return 'vouched';",
    red: { file, test: 'counts no more when others vouch, or after its time: it is signed anew' },
  },
  {
    guard: 'approvers agree to the next ones',
    file: `${software}/approvers.service.ts`,
    without: 'envelopeOf(signable, approvals, signable.by.threshold)',
    instead: 'envelopeOf(signable, approvals, 0)',
    red: {
      file,
      test: 'name the next ones themselves; what waits can be given up, and counts once enough have agreed',
    },
  },
  {
    guard: 'root keys sign exactly what waits',
    file: `${software}/approvers.service.ts`,
    without: 'vouchersOfRole(root)).toString()) === text',
    instead: 'vouchersOfRole(root)).toString()) !== undefined',
    red: {
      file,
      test: 'are named by the root keys at any time, count at once then, and only as the statement says that waits',
    },
  },
  {
    guard: 'files of custom software of the site',
    file: `${software}/configs.service.ts`,
    without: "if (file?.category !== 'installer') throw notFound();",
    instead: "if (!file) return '';",
    red: {
      file,
      test: 'is of files of this site that have come, with names that hosts can keep, and a main file that they can run',
    },
  },
];
