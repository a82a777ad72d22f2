/** Guards of the engine: nobody is promised what cannot come. */
export const engineMutants = [
  {
    guard: 'a package only where somebody vouched for the version',
    file: 'packages/rules/src/approvals/supply.ts',
    without: `return told ?? 'none';`,
    instead: `return told ?? 'ready';`,
    red: { file: 'packages/rules/src/approvals/supply.test.ts', test: 'not of a version that nobody vouched for' },
  },
  {
    guard: 'a package only for whose copy is old',
    file: 'packages/rules/src/approvals/supply.ts',
    without: `const forCopies = fitting.filter((each) => copies.some((copy) => isForCopy(each, copy)));`,
    instead: `const forCopies = fitting.filter((each) => copies.some(({ scope }) => isForCopy(each, { scope }) || scope));`,
    red: {
      file: 'apps/server/src/modules/patching/planning/copies.test.ts',
      test: 'are told apart by Why?: a host whose only old copy is a user’s is not promised a package for machines',
    },
  },
  {
    guard: 'spreads and previews by whose copies hosts have',
    file: 'apps/server/src/modules/approvals/resolution/subject-holders.service.ts',
    without: `...variantOfCode(variantOfKey(key)), ...more }`,
    instead: `...variantOfCode(variantOfKey(key)), scope: 'machine' as const, ...more }`,
    red: {
      file: 'apps/server/src/modules/patching/planning/copies.test.ts',
      test: 'are told apart by Why?: a host whose only old copy is a user’s is not promised a package for machines',
    },
  },
  {
    guard: 'what was given up in the verdict',
    file: 'packages/rules/src/approvals/verdict.ts',
    without: `return isLeft ? undefined : failed[0];`,
    instead: `return isLeft ? undefined : failed[failed.length];`,
    red: {
      file: 'apps/server/src/modules/patching/planning/given-up.test.ts',
      test: 'is in the verdict: how often it was tried, what failed, and what to do; other hosts are promised it still',
    },
  },
  {
    guard: 'a decision before trying again what was given up',
    file: 'packages/rules/src/approvals/given-up.ts',
    without: `!(decided.decidedAt !== null && decided.decidedAt > failed.at);`,
    instead: `decided.decidedAt !== failed.at;`,
    red: {
      file: 'apps/server/src/modules/patching/planning/given-up.test.ts',
      test: 'is tried again once somebody decides anew, as the preview says',
    },
  },
  {
    guard: 'Why? by the packages that the plan uses',
    file: 'apps/server/src/modules/approvals/policy/subjects.service.ts',
    without: `packages.get(tag) ?? []`,
    instead: `[...packages.values()].flat().map((each) => ({ ...each, kind: 'deb' }))`,
    red: {
      file: 'apps/server/src/modules/patching/planning/one-meaning.test.ts',
      test: 'when it was vouched for, fits the host, and the host has a root: then it is planned, and for nobody else',
    },
  },
  {
    guard: 'the plan by the verdict of Why?',
    file: 'apps/server/src/modules/approvals/resolution/pending-updates.service.ts',
    without: `if (action !== 'update' || toVersion === null) return [];`,
    instead: `if (toVersion === null) return [];`,
    red: {
      file: 'apps/server/src/modules/patching/planning/one-meaning.test.ts',
      test: 'not on a server without a signer: Why?, the preview and the plan all say so',
    },
  },
  {
    guard: 'a signer before a promise',
    file: 'apps/server/src/modules/approvals/resolution/subject-holders.service.ts',
    without: `...supplyOf(subject.packages, machine, { isSigning, now, preparing: subject.preparing }),`,
    instead: `...supplyOf(subject.packages, machine, { isSigning: isSigning || now > new Date(0), now }),`,
    red: {
      file: 'apps/server/src/modules/patching/planning/one-meaning.test.ts',
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
    file: 'apps/server/src/modules/approvals/resolution/machines.service.ts',
    without: `(rootless.has(hostNo) ? systems.length : 0)`,
    instead: `(rootless.has(-1) ? systems.length : 0)`,
    red: {
      file: 'apps/server/src/modules/patching/planning/one-meaning.test.ts',
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
    file: 'apps/server/src/modules/approvals/resolution/resolve-cohorts.service.ts',
    without: `const overrides = overridesOn(each.subject);`,
    instead: `const overrides = overridesOn(each.subject).slice(0, 0);`,
    red: {
      file: 'apps/server/src/modules/approvals/why/why.test.ts',
      test: 'leaves out the hosts that an administrator decided for alone',
    },
  },
  {
    guard: 'a signer that answers before "at its next check-in"',
    file: 'apps/server/src/platform/signer-client.ts',
    without: `else silentSince ??= clock();`,
    instead: `else silentSince = undefined;`,
    red: {
      file: 'apps/server/src/modules/approvals/why/silent-signer.test.ts',
      test: 'is waited for by name once it has been silent for a minute; nobody asks it for an answer of Why?',
    },
  },
  {
    guard: 'the plan queued by a move of hosts',
    file: 'apps/server/src/app.ts',
    without: `await requestPlanAfterCount(tx, customerId, now);`,
    instead: `if (now < new Date(0)) await requestPlanAfterCount(tx, customerId, now);`,
    red: {
      file: 'apps/server/src/modules/patching/planning/plan-request.test.ts',
      test: 'have the plan queued by the move itself, and it waits for the count, not for the cron',
    },
  },
  {
    guard: 'the plan of a move after its count',
    file: 'apps/server/src/modules/patching/planning/plan.jobs.ts',
    without: `if (isAfterCount && (await`,
    instead: `if (isAfterCount && now < new Date(0) && (await`,
    red: {
      file: 'apps/server/src/modules/patching/planning/plan-request.test.ts',
      test: 'have the plan queued by the move itself, and it waits for the count, not for the cron',
    },
  },
  {
    guard: 'the plan queued by the decision',
    file: 'apps/server/src/modules/approvals/policy/decided.service.ts',
    without: `  await requestPlan(context);\n};`,
    instead: `};`,
    red: {
      file: 'apps/server/src/modules/patching/planning/plan-request.test.ts',
      test: 'has the plan queued by the decision itself, once for many decisions, and not by one that is refused',
    },
  },
];
