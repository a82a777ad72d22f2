const work = 'apps/agent/src/capabilities/work';
const removal = 'apps/agent/src/os/windows/remove-copy.ts';
const removed = 'apps/agent/src/os/windows/remove-copy.test.ts';
const removesFirst = `${work}/remove-first.test.ts`;

/** What installers and recipes are able to do: removing first, exit codes, archives, editions, new installations. */
export const installerMutants = [
  {
    guard: 'copies that an update removes',
    file: 'packages/rules/src/software/older-copy.ts',
    without: '.filter(({ known }) => identify(known) !== undefined)',
    instead: '.filter(({ known }) => identify(known) !== null)',
    red: {
      file: removesFirst,
      test: 'removes every older copy that it updates, then installs; nothing else on the host is removed',
    },
  },
  {
    guard: 'product codes of removals',
    file: removal,
    without: "if (source !== 'msi' || !isProductCode(productCode)) return undefined;",
    instead: "if (productCode === '') return undefined;",
    red: { file: removed, test: 'is not done for an entry that is no product of the Windows Installer' },
  },
  {
    guard: 'folders of uninstallers',
    file: removal,
    without: "if (copy.scope === 'machine' && !isBelow(program, programFolders)) return undefined;",
    instead: 'if (programFolders.length === 0) return undefined;',
    red: { file: removed, test: 'is not done for the machine by a program that somebody else could have put there' },
  },
  {
    guard: 'arguments of uninstallers',
    file: removal,
    without: 'return isThere ? { program, arguments: removal.arguments } : undefined;',
    instead:
      "return isThere ? { program, arguments: [...removal.arguments, ...uninstall.split(' ').slice(-1)] } : undefined;",
    red: {
      file: removed,
      test: 'runs the program of the entry with the signed arguments, and with nothing that the entry says',
    },
  },
  {
    guard: 'copies that cannot be removed',
    file: `${work}/remove-first.ts`,
    without: "if (!found) throw new Refused('notRemovable', called.slice(0, 200));",
    instead: 'if (!found) continue;',
    red: {
      file: removesFirst,
      test: 'is refused, and nothing is removed or run, where the host does not see how to remove a copy',
    },
  },
  {
    guard: 'failure after a removal',
    file: `${work}/remove-first.ts`,
    without: "if (removed.length === 0 || outcome.result === 'tentative') return outcome;",
    instead: "if (removed.length === 0 || outcome.result !== 'rejected') return outcome;",
    red: { file: removesFirst, test: 'says that the older version is gone when the new one was not installed' },
  },
  {
    guard: 'names of what is removed',
    file: 'packages/orders/src/statements.ts',
    without: '!removesFirst || copies !== undefined;',
    instead: '!removesFirst || copies !== null;',
    red: {
      file: 'packages/orders/src/judge.test.ts',
      test: 'is refused when it removes copies that it does not name, or says two things of one exit code',
    },
  },
  {
    guard: 'signed exit codes',
    file: `${work}/outcome.ts`,
    without: 'if (signed) return signed;',
    instead: "if (signed?.result === 'pending') return signed;",
    red: {
      file: `${work}/outcome.test.ts`,
      test: 'means what the package says of it, and only then what it means to the Windows Installer',
    },
  },
  {
    guard: 'paths of nested installers',
    file: 'apps/packager/src/rules/nested-file.ts',
    without: "part !== '..' && ",
    instead: '',
    red: {
      file: 'apps/packager/src/rules/nested-file.test.ts',
      test: 'is not taken from a path that leaves the archive',
    },
  },
  {
    guard: 'one installer of an archive',
    file: 'packages/records/src/zip.ts',
    without: 'if (!only || another)',
    instead: 'if (!only)',
    red: {
      file: 'apps/packager/src/evidence/nested.test.ts',
      test: 'that is there twice does not come out: nobody could say which one was looked at',
    },
  },
  {
    guard: 'names of an edition',
    file: 'apps/packager/src/prepare/propose.ts',
    without: 'Object.hasOwn(editions, offer.packageId) ? (editions[offer.packageId] ?? []) : channel.installedAs',
    instead: 'editions[offer.packageId]?.length === 0 ? [] : channel.installedAs',
    red: {
      file: 'apps/packager/src/serve/plans.test.ts',
      test: 'are one for each, which names only the copies of that edition',
    },
  },
];
