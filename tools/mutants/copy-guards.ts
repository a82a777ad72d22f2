const work = 'apps/agent/src/capabilities/work';
const looked = `${work}/look-for-copy.test.ts`;

/** An update updates: what keeps whoever holds the server from bringing applications where they are not. */
export const copyMutants = [
  {
    guard: 'older copy of an update',
    file: `${work}/look-for-copy.ts`,
    without: "order.kind !== 'upgrade-package'",
    instead: "order.kind !== 'inspect'",
    red: {
      file: looked,
      test: 'is refused where no copy is: nothing is fetched, nothing is run, and the refusal says why',
    },
  },
  {
    guard: 'newer copy than an update',
    file: 'packages/rules/src/software/older-copy.ts',
    without: "return spellings.some((each) => isOlderVersion(scheme, installed, each)) ? 'older' : 'newer';",
    instead: "return 'older';",
    red: { file: looked, test: 'is refused where only a newer copy is' },
  },
  {
    guard: 'owner of the copy of an update',
    file: 'packages/rules/src/software/older-copy.ts',
    without: 'copy.user === user && fitsCopy(fit, variantOfCopy(copy))',
    instead: 'user !== null && fitsCopy({ ...fit, scope: copy.scope }, variantOfCopy(copy))',
    red: {
      file: looked,
      test: 'of the copy of a user looks at the copies of that user, once they are signed in',
    },
  },
  {
    guard: 'installable packages',
    file: 'packages/orders/src/judge.ts',
    without: "given.kind === 'install-package' && !statement.isInstallable",
    instead: "given.kind === 'install-package' && statement.release < 0",
    red: {
      file: 'packages/orders/src/judge.test.ts',
      test: 'where no copy is when it was vouched for as installable',
    },
  },
  {
    guard: 'remote-access tools in statements',
    file: 'apps/packager/src/prepare/propose.ts',
    without: ' && !remoteAccessTags.has(channel.tag)',
    instead: ' && remoteAccessTags.size > 0',
    red: {
      file: 'apps/packager/src/prepare/propose.test.ts',
      test: 'is never installable for a remote-access tool, whatever a recipe says',
    },
  },
  {
    guard: 'names of copies in vouching',
    file: 'packages/orders/src/statement-about.ts',
    without: 'if (!read.data.installedAs && !read.data.isInstallable)',
    instead: 'if (read.data.release < 0)',
    red: {
      file: 'apps/signer/src/vouch.test.ts',
      test: 'is refused when hosts could not tell an update from a new installation',
    },
  },
  {
    guard: 'jobs that install updates',
    file: 'apps/server/src/modules/patching/planning/goal-tasks.service.ts',
    without: 'installable?.has(hexOf(each)) !== false',
    instead: 'each.scope !== String(installable?.size)',
    red: {
      file: 'apps/server/src/modules/deployments/goals.test.ts',
      test: 'does not install what was vouched for as an update only, and says so before',
    },
  },
];
