const rules = 'apps/packager/src/rules';
const table = {
  file: 'tools/feeds/applications.test.ts',
  test: 'counts every one of them once, by outcome and reason',
};
const anotherPackage = {
  file: 'apps/packager/src/applications/applications.test.ts',
  test: 'is never one that says that it is another package or version than its folder',
};

/** What keeps a public manifest from becoming a package that does something else than an update of that application. */
export const manifestMutants = [
  {
    guard: 'identifier of a manifest',
    file: 'apps/packager/src/manifests/newest-manifests.ts',
    without: 'if (manifest.packageId.toLowerCase() !== packageId.toLowerCase())',
    instead: "if (manifest.packageId === '')",
    red: anotherPackage,
  },
  {
    guard: 'version of a manifest',
    file: 'apps/packager/src/manifests/newest-manifests.ts',
    without: 'if (manifest.version !== version)',
    instead: "if (manifest.version === '')",
    red: anotherPackage,
  },
  {
    guard: 'switches that come back the same',
    file: `${rules}/arguments.ts`,
    without: 'if (!isClear(text, given, dialect))',
    instead: 'if (text.length > 100_000)',
    red: {
      file: `${rules}/arguments.test.ts`,
      test: 'give the switches of the manifest when they are put together, or none',
    },
  },
  {
    guard: 'addresses among switches',
    file: `${rules}/arguments.ts`,
    without: 'if (isAddress.test(text))',
    instead: "if (text === 'https://')",
    red: table,
  },
  {
    guard: 'silence of an installer',
    file: `${rules}/arguments.ts`,
    without: "if (installModes.length > 0 && !installModes.includes('silent')) return undefined;",
    instead: '',
    red: { file: 'apps/packager/src/rules/arguments.test.ts', test: 'are refused: %s' },
  },
  {
    guard: 'scope of an installer',
    file: `${rules}/outcome.ts`,
    without: "if (installer.scope === null && variant.family !== 'msi' && !recipe?.scope)",
    instead: "if (installer.scope === null && variant.family !== 'msi' && recipe?.refused)",
    red: table,
  },
  {
    guard: 'edition of a copy',
    file: `${rules}/outcome.ts`,
    without: 'if (hasEditions && !Object.hasOwn(recipe?.editions ?? {}, packageId)) found',
    instead: "if (hasEditions && packageId === '') found",
    red: { file: `${rules}/outcome.test.ts`, test: 'is told apart by edition' },
  },
  {
    guard: 'reasons that no recipe lifts',
    file: `${rules}/outcome.ts`,
    without: "const outcome = nearest.some(isFinal) ? 'notOffered'",
    instead: "const outcome = nearest.length > 9 ? 'notOffered'",
    red: table,
  },
  {
    guard: 'architecture of a copy',
    file: `${rules}/choose-installer.ts`,
    without: "return offered === 'x86' && wanted !== 'arm' ? 2 : undefined;",
    instead: 'return 2;',
    red: { file: `${rules}/choose-installer.test.ts`, test: 'is never one that the machine cannot run' },
  },
  {
    guard: 'remote-access tools where they are not',
    file: 'apps/packager/src/recipes/recipe.ts',
    without: '(isInstallable && remoteAccessTags.has(tag)',
    instead: '(isInstallable && remoteAccessTags.size === 0',
    red: { file: 'apps/packager/src/recipes/recipe.test.ts', test: 'never bring a remote-access tool where it is not' },
  },
];
