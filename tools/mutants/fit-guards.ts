const planning = 'apps/server/src/modules/patching/planning';
const looked = 'apps/agent/src/capabilities/work/look-for-copy.test.ts';
const serveTest = 'apps/packager/src/serve/serve.test.ts';

/** Guards of the fit: a copy gets only a package of its own variant. */
export const fitMutants = [
  {
    guard: 'processor of the copy that a package is for',
    file: 'packages/rules/src/software/variant.ts',
    without: 'copy.architecture === undefined || named.includes(copy.architecture)',
    instead: 'copy.architecture !== null || named.includes(copy.architecture)',
    red: { file: looked, test: 'of one variant leaves the copies of others alone' },
  },
  {
    guard: 'family of the copy that a package is for',
    file: 'packages/rules/src/software/variant.ts',
    without: 'copy.family === undefined || family === copy.family',
    instead: 'copy.family !== null || family === copy.family',
    red: { file: looked, test: 'of one variant leaves the copies of others alone' },
  },
  {
    guard: 'processor of the host',
    file: 'apps/agent/src/capabilities/work/look-for-copy.ts',
    without: 'return runRank(architecture, named) < 0',
    instead: 'return runRank(architecture, named) < -1',
    red: { file: looked, test: 'is not alone: what is installed anew must run on the host too' },
  },
  {
    guard: 'variants in spreads and previews',
    file: 'apps/server/src/modules/approvals/resolution/subject-holders.service.ts',
    without: '...variantOfCode(variantOfKey(key)), ...more }',
    instead: 'scope: variantOfCode(variantOfKey(key)).scope, ...more }',
    red: {
      file: `${planning}/one-meaning.test.ts`,
      test: 'only for copies of its own variant: Why?, the spread, the preview and the plan say for which there is none',
    },
  },
  {
    guard: 'package of the copy that is planned',
    file: 'apps/server/src/modules/patching/tasks/copies.rules.ts',
    without: 'packages.find((each) => left.some((copy) => isForCopy(each, copy)))',
    instead: 'packages.find((each) => left.some(({ scope }) => isForCopy(each, { scope })))',
    red: {
      file: 'apps/server/src/modules/patching/tasks/copies.rules.test.ts',
      test: 'one of the variant of the old copy, and no other',
    },
  },
  {
    guard: 'proof by a copy of the variant',
    file: 'apps/server/src/modules/patching/verification/verify.jobs.ts',
    without: 'return copy && isOfVariant(task, copy.variant) ? copy.versionId : [];',
    instead: 'return copy ? copy.versionId : [];',
    red: {
      file: `${planning}/variants.test.ts`,
      test: 'are verified by the copy that the package was for, not by the other, which is new already',
    },
  },
  {
    guard: 'lists of holders follow the variant',
    file: 'apps/server/src/modules/inventory/inventory.repository.ts',
    without: 'keys: keys ? sortedUnique(keys) : versionIds.map((id) => holderKey(id))',
    instead: 'keys: versionIds.map((id) => holderKey(id))',
    red: {
      file: 'apps/server/src/modules/inventory/ingest.test.ts',
      test: 'follows the variants of copies, of the machine and of users, also where only the variant changes',
    },
  },
  {
    guard: 'closed list of variants from the server',
    file: 'packages/contract/src/packager.ts',
    without: 'z.strictObject({ architecture: architecture.nullable(), scope, family })',
    instead: 'z.looseObject({ architecture: z.any(), scope, family })',
    red: { file: serveTest, test: 'takes names from the server and nothing else' },
  },
  {
    guard: 'installer of the variant that is wanted',
    file: 'apps/packager/src/prepare/plan.ts',
    without: 'isForCopies(variant, architecturesOf(offer, all), choice.copies)',
    instead: "choice.copies.scope !== 'user'",
    red: {
      file: serveTest,
      test: 'prepares what hosts have: each variant its own package of one release, and says for which there is none',
    },
  },
];
