const subscribe = 'apps/packager/src/subscribe';
const attacks = `${subscribe}/attacks.test.ts`;
const followTest = `${subscribe}/follow.test.ts`;
const subscribed = `${subscribe}/subscribed.test.ts`;
const byTime = { file: attacks, test: 'is refused when it is older than before, too old, or would last too long' };
const byMixing = {
  file: attacks,
  test: 'is refused when its parts are of different states, too large, missing or elsewhere',
};
const byKeys = { file: attacks, test: 'is refused when others have signed than may, or too few' };
const byContent = { file: attacks, test: 'is refused when it is no catalogue, or holds what nobody vouches for' };

/** Guards of shared catalogues: what a subscriber believes beyond what tuf-js checks, and what it does with it. */
export const sharingMutants = [
  {
    guard: 'signatures of shared statements',
    file: `${subscribe}/read-provider.ts`,
    without: `if (error.reason === 'notSigned')`,
    instead: `if (error.reason === 'tooLarge')`,
    red: byContent,
  },
  {
    guard: 'hash of the shared catalogue',
    file: `${subscribe}/read-metadata.ts`,
    without: `if (file.length !== bytes || createHash('sha256').update(file).digest('hex') !== sha256)`,
    instead: 'if (file.length !== bytes)',
    red: byMixing,
  },
  {
    guard: 'one catalogue and nothing else',
    file: `${subscribe}/read-metadata.ts`,
    without: 'Object.keys(targets).length > 1 ||',
    instead: 'Object.keys(targets).length > 9 ||',
    red: byContent,
  },
  {
    guard: 'life of a timestamp',
    file: `${subscribe}/read-metadata.ts`,
    without: 'if (Date.parse(timestamp.expires) - now > longestTimestamp)',
    instead: 'if (Date.parse(timestamp.expires) - now > 1e15)',
    red: byTime,
  },
  {
    guard: 'dates of shared metadata',
    file: `${subscribe}/read-metadata.ts`,
    without: 'if (ends.some(Number.isNaN)) throw',
    instead: 'if (ends.length === 0) throw',
    red: byTime,
  },
  {
    guard: 'one key, one name in a role',
    file: `${subscribe}/read-metadata.ts`,
    without: 'if (new Set(keys).size !== keys.length || keys.length < threshold)',
    instead: 'if (keys.length < threshold)',
    red: byKeys,
  },
  {
    guard: 'what was read of a provider is kept',
    file: `${subscribe}/read-metadata.ts`,
    without: 'keep(staging, folder);',
    instead: 'roles.at(0);',
    red: byTime,
  },
  {
    guard: 'size of an unpacked catalogue',
    file: 'apps/packager/src/share/catalogue.ts',
    without: 'gunzipSync(file, { maxOutputLength: mostBytes })',
    instead: 'gunzipSync(file)',
    red: byContent,
  },
  {
    guard: 'links in a bundle',
    file: `${subscribe}/source.ts`,
    without: 'constants.O_RDONLY | constants.O_NOFOLLOW',
    instead: 'constants.O_RDONLY',
    red: byMixing,
  },
  {
    guard: 'hash of an installer in a bundle',
    file: `${subscribe}/source.ts`,
    without: `if (hash.digest('hex') !== sha256)`,
    instead: `if (hash.digest('hex') === '')`,
    red: { file: subscribed, test: 'takes from a bundle what it would take over the network, and asks nobody' },
  },
  {
    guard: 'names of copies that a shared package updates',
    file: `${subscribe}/shared-plans.ts`,
    without: 'own.has(name.toLowerCase())',
    instead: `name !== ''`,
    red: { file: followTest, test: 'updates no copies under names that our own starter does not have' },
  },
  {
    guard: 'remote-access tools of providers',
    file: `${subscribe}/shared-plans.ts`,
    without: 'isInstallable === true && !remoteAccessTags.has(channel.tag)',
    instead: 'isInstallable === true',
    red: {
      file: followTest,
      test: 'is installed where no copy is only as the provider says, and never a remote-access tool',
    },
  },
  {
    guard: 'freshness of what was read',
    file: `${subscribe}/follow.ts`,
    without: '(catalogue?.freshUntil ?? 0) > clock()',
    instead: '(catalogue?.freshUntil ?? 0) > 0',
    red: { file: followTest, test: 'counts until its metadata expires, and is named from then on' },
  },
  {
    guard: 'withdrawn versions',
    file: 'apps/packager/src/serve/plans.ts',
    without: 'return why === undefined ? plansFor(wanted)',
    instead: "return why === undefined || wanted.version !== '' ? plansFor(wanted)",
    red: {
      file: subscribed,
      test: 'withdraws what the provider withdraws, and takes nothing by what was shared before',
    },
  },
  {
    guard: 'statements of withdrawn versions',
    file: 'apps/server/src/modules/catalog/packages/sync-packages.jobs.ts',
    without: 'await withdrawStatements(db, told.withdrawn, clock())',
    instead: 'await withdrawStatements(db, [], clock())',
    red: {
      file: 'apps/server/src/packages-by-themselves.test.ts',
      test: 'is taken back when it is withdrawn, and comes again when it no longer is',
    },
  },
  {
    guard: 'withdrawn statements are offered to nobody',
    file: 'apps/server/src/modules/catalog/packages/vouched.queries.ts',
    without: ' and s.withdrawn_at is null',
    instead: '',
    red: {
      file: 'apps/server/src/modules/catalog/packages/package-builds.test.ts',
      test: 'are withdrawn from every host, once, and the planner hears of it',
    },
  },
  {
    guard: 'work with a withdrawn package',
    file: 'apps/server/src/modules/patching/planning/plan.service.ts',
    without: 'if (!isKnown) await supersedeTasks(',
    instead: 'if (!before) await supersedeTasks(',
    red: {
      file: 'apps/server/src/modules/patching/planning/plan.test.ts',
      test: 'takes back work that waits with a package that was withdrawn, also that of a job',
    },
  },
  {
    guard: 'withdrawals on the machine of the verifier',
    file: 'apps/packager/src/verify/verify-proposal.ts',
    without: 'if (why !== undefined) return disagrees(why);',
    instead: "if (why === '') return disagrees(why);",
    red: {
      file: 'apps/packager/src/verify/disagreements.test.ts',
      test: 'signs nothing that was withdrawn on its machine',
    },
  },
  {
    guard: 'variants of shared packages',
    file: `${subscribe}/shared-plans.ts`,
    without: 'isForCopies(offer.variant, architectures, copies)',
    instead: 'offer.variant.scope === copies.scope',
    red: { file: followTest, test: 'is taken only for the copies that it is for' },
  },
  {
    guard: 'names of copies that an installable shared package updates',
    file: `${subscribe}/shared-plans.ts`,
    without: 'if (installedAs ? names.length === 0 : !isInstallable)',
    instead: 'if (names.length === 0 && !isInstallable)',
    red: { file: followTest, test: 'updates no copies under names that our own starter does not have' },
  },
  {
    guard: 'family of shared packages',
    file: `${subscribe}/read-provider.ts`,
    without: ' && family === variant.listedAs',
    instead: '',
    red: {
      file: attacks,
      test: 'speaks for the channels that the operator has named, and passes over what this release cannot read',
    },
  },
  {
    guard: 'installers out of archives are not shared',
    file: 'apps/packager/src/share/share-lines.ts',
    without: 'if (offered.sha256 !== fetched.sha256) return [];',
    instead: "if (offered.sha256 === '') return [];",
    red: {
      file: 'apps/packager/src/share/share-lines.test.ts',
      test: 'leave out an installer that lies in an archive: no address leads to it',
    },
  },
];
