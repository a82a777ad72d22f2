/** Guards of the engine: nobody is promised what cannot come. */
export const engineMutants = [
  {
    guard: 'a package only where somebody vouched for the version',
    file: 'packages/rules/src/approvals/supply.ts',
    without: `return own.length > 0 ? 'unfit' : 'none';`,
    instead: `return own.length > 0 ? 'unfit' : 'ready';`,
    red: { file: 'packages/rules/src/approvals/supply.test.ts', test: 'not of a version that nobody vouched for' },
  },
  {
    guard: 'Why? by the packages that the plan uses',
    file: 'apps/server/src/modules/approvals/subjects.service.ts',
    without: `packages.get(tag) ?? []`,
    instead: `[...packages.values()].flat().map((each) => ({ ...each, kind: 'deb' }))`,
    red: {
      file: 'apps/server/src/modules/patching/one-meaning.test.ts',
      test: 'when it was vouched for, fits the host, and the host has a root: then it is planned, and for nobody else',
    },
  },
  {
    guard: 'the plan by the verdict of Why?',
    file: 'apps/server/src/modules/approvals/due.service.ts',
    without: `if (action !== 'update' || toVersion === null) return [];`,
    instead: `if (toVersion === null) return [];`,
    red: {
      file: 'apps/server/src/modules/patching/one-meaning.test.ts',
      test: 'not on a server without a signer: Why?, the preview and the plan all say so',
    },
  },
  {
    guard: 'a signer before a promise',
    file: 'apps/server/src/modules/approvals/cases.service.ts',
    without: `...supplyOf(subject.packages, machine, { isSigning, now }),`,
    instead: `...supplyOf(subject.packages, machine, { isSigning: isSigning || now > new Date(0), now }),`,
    red: {
      file: 'apps/server/src/modules/patching/one-meaning.test.ts',
      test: 'not on a server without a signer: Why?, the preview and the plan all say so',
    },
  },
  {
    guard: 'a root on the host before a promise',
    file: 'packages/rules/src/approvals/supply.ts',
    without: `return hasRoot ? 'ready' : 'noRoot';`,
    instead: `return 'ready';`,
    red: { file: 'packages/rules/src/approvals/supply.test.ts', test: 'and orders reach the host' },
  },
  {
    guard: 'hosts without a root in the plan',
    file: 'apps/server/src/modules/approvals/machines.service.ts',
    without: `(rootless.has(hostNo) ? systems.length : 0)`,
    instead: `(rootless.has(-1) ? systems.length : 0)`,
    red: {
      file: 'apps/server/src/modules/patching/one-meaning.test.ts',
      test: 'when it was vouched for, fits the host, and the host has a root: then it is planned, and for nobody else',
    },
  },
  {
    guard: 'the expiry of what was vouched for',
    file: 'packages/rules/src/approvals/supply.ts',
    without: `): boolean => expiresAt > now;`,
    instead: `): boolean => expiresAt > new Date(0) || expiresAt > now;`,
    red: { file: 'packages/rules/src/approvals/supply.test.ts', test: 'not any more from the hour of its expiry on' },
  },
  {
    guard: 'previews by decisions for single hosts',
    file: 'apps/server/src/modules/approvals/effective.service.ts',
    without: `const words = wordsOn(each.subject);`,
    instead: `const words = wordsOn(each.subject).slice(0, 0);`,
    red: {
      file: 'apps/server/src/modules/approvals/why.test.ts',
      test: 'leaves out the hosts that an administrator decided for alone',
    },
  },
  {
    guard: 'the plan queued by the decision',
    file: 'apps/server/src/modules/approvals/decided.service.ts',
    without: `  await requestPlan(context);\n};`,
    instead: `};`,
    red: {
      file: 'apps/server/src/modules/patching/plan-request.test.ts',
      test: 'has the plan queued by the decision itself, once for many decisions, and not by one that is refused',
    },
  },
];
