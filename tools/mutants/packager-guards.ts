const evidence = 'apps/packager/src/evidence';
const reading = 'packages/evidence/src';
const fetchTest = `${evidence}/fetch-file.test.ts`;
const sandboxTest = `${evidence}/sandbox.test.ts`;
const evidenceTest = `${evidence}/evidence.test.ts`;
const judgeTest = `${evidence}/judge-evidence.test.ts`;
const prepareTest = 'apps/packager/src/prepare/prepare.test.ts';
const hostileTest = 'apps/packager/src/prepare/hostile-files.test.ts';
const hostile = 'become no proposal and are not run, whatever a person lifts';
const serveTest = 'apps/packager/src/serve/serve.test.ts';
const killsTest = 'apps/packager/src/serve/kills.test.ts';
const renewalTest = 'apps/packager/src/serve/renewal.test.ts';
const whoSigned = 'who signed it is read from the certificate, and only a whole signature under our roots counts';

/** Guards of the packager: where files come from, what opens them, and what is proposed. */
export const packagerMutants = [
  {
    guard: 'public addresses of vendors',
    file: `${evidence}/public-address.ts`,
    without: 'return found.every(({ address }) => isPublicAddress(address)) ? found : undefined;',
    instead: 'return found.some(({ address }) => isPublicAddress(address) || true) ? found : undefined;',
    red: {
      file: fetchTest,
      test: 'makes no connection to 120 addresses that are not public, directly or by a redirect',
    },
  },
  {
    guard: 'every address of a vendor',
    file: `${evidence}/public-address.ts`,
    without: 'return found.every(',
    instead: 'return found.some(',
    red: {
      file: fetchTest,
      test: 'makes no connection to 120 addresses that are not public, directly or by a redirect',
    },
  },
  {
    guard: 'HTTPS of vendors',
    file: `${evidence}/fetch-file.ts`,
    without: `if (url.protocol !== 'https:')`,
    instead: `if (url.protocol === 'ftp:')`,
    red: { file: fetchTest, test: 'names what went wrong' },
  },
  {
    guard: 'hash of the manifest',
    file: `${evidence}/fetch-file.ts`,
    without: 'if (wanted.sha256 !== null && sha256 !== wanted.sha256)',
    instead: `if (sha256 === '')`,
    red: { file: fetchTest, test: 'names what went wrong' },
  },
  {
    guard: 'size of a fetched file',
    file: `${evidence}/fetch-file.ts`,
    without: 'if (progress.bytes + chunk.length > limits.bytes) throw tooLarge();',
    instead: '',
    red: { file: fetchTest, test: 'names what went wrong' },
  },
  {
    guard: 'no network for what opens files',
    file: `${reading}/sandbox.ts`,
    without: `'--unshare-all', '--unshare-user'`,
    instead: `'--unshare-pid', '--unshare-user'`,
    red: { file: sandboxTest, test: 'cannot connect, not even to this machine' },
  },
  {
    guard: 'read-only root for what opens files',
    file: `${reading}/sandbox.ts`,
    without: `, '--remount-ro', '/'`,
    instead: '',
    red: { file: sandboxTest, test: 'cannot write' },
  },
  {
    guard: 'own root for what opens files',
    file: `${reading}/sandbox.ts`,
    without: `['--ro-bind', '/usr', '/usr', ...system, '--dev', '/dev'],`,
    instead: `['--ro-bind', '/', '/', '--dev', '/dev'],`,
    red: { file: sandboxTest, test: 'cannot read keys, or anything else of this machine' },
  },
  {
    guard: 'memory for what opens files',
    file: `${reading}/sandbox.ts`,
    without: '`--data=${memoryBytes}`',
    instead: `'--data=unlimited'`,
    red: { file: sandboxTest, test: 'gets no more than a gigabyte of memory' },
  },
  {
    guard: 'refusal without a sandbox',
    file: `${reading}/sandbox.ts`,
    without: 'if (tried.code !== 0)',
    instead: 'if (tried.code === 99)',
    red: { file: sandboxTest, test: 'is not run at all where the system permits no user namespaces' },
  },
  {
    guard: 'exit code of osslsigncode',
    file: `${reading}/signature.ts`,
    without: `if (code !== 0) return { state: 'broken' };`,
    instead: `if (code === null) return { state: 'broken' };`,
    red: { file: evidenceTest, test: whoSigned },
  },
  {
    guard: 'first signature of a file',
    file: `${reading}/signature.ts`,
    without: `'-index', '0', `,
    instead: '',
    red: { file: evidenceTest, test: whoSigned },
  },
  {
    guard: 'certificate of the signer',
    file: `${reading}/read-signer.ts`,
    without: 'bytesOf(number).equals(serial) && bytesOf(name).equals(issuer)',
    instead: 'bytesOf(number).length > 0',
    red: { file: evidenceTest, test: whoSigned },
  },
  {
    guard: 'what the scanner found',
    file: `${reading}/scan.ts`,
    without: `if (found !== undefined) return { state: 'infected', found };`,
    instead: `if (found !== undefined) return { state: 'clean' };`,
    red: { file: evidenceTest, test: 'finds what the signatures of the scanner name, also within a setup' },
  },
  {
    guard: 'scan of a whole file',
    file: `${reading}/scan.ts`,
    without: `if (found?.startsWith('Heuristics.Limits.Exceeded')) return { state: 'inPart' };`,
    instead: `if (found?.startsWith('Heuristics.Limits.Exceeded')) return { state: 'clean' };`,
    red: { file: evidenceTest, test: 'makes no file clean that it did not see whole' },
  },
  {
    guard: 'root of a pinned publisher',
    file: `${evidence}/judge-evidence.ts`,
    without: 'a.root === b.root',
    instead: 'a.root.length === b.root.length',
    red: { file: judgeTest, test: 'knows the publisher by organisation, country and root, all three' },
  },
  {
    guard: 'kind of a fetched file',
    file: `${evidence}/judge-evidence.ts`,
    without: 'if (facts.kind !== expected.kind)',
    instead: `if (facts.kind === 'none')`,
    red: { file: judgeTest, test: 'holds what is another file than the manifest says' },
  },
  {
    guard: 'files beside an MSI',
    file: `${reading}/facts.ts`,
    without: `!(medium.get('Cabinet') ?? '').startsWith('#')`,
    instead: `medium.get('Cabinet') === '#'`,
    red: { file: evidenceTest, test: 'is read from MSI and setups, whatever they are called' },
  },
  {
    guard: 'version of a fetched file',
    file: `${evidence}/judge-evidence.ts`,
    without: 'if (told.length > 0 && !told.some(',
    instead: 'if (told.length > 99 && !told.some(',
    red: { file: hostileTest, test: hostile },
  },
  {
    guard: 'libraries that are no setups',
    file: `${reading}/facts.ts`,
    without: 'if (!read?.canStart) return undefined;',
    instead: 'if (!read) return undefined;',
    red: { file: hostileTest, test: hostile },
  },
  {
    guard: 'one architecture of an MSI',
    file: `${reading}/facts.ts`,
    without: "if (second) return 'unclear';",
    instead: "if (second?.index === -1) return 'unclear';",
    red: { file: hostileTest, test: hostile },
  },
  {
    guard: 'texts in the tables of an MSI that end in their place',
    file: `${reading}/facts.ts`,
    without: `/(?:'((?:[^'\\\\]|\\\\.)*)'|(-?\\d+))(?:, )?/gsy`,
    instead: `/'?([^',\\t]*)[',\\t]|(-?\\d+)/gs`,
    red: { file: hostileTest, test: hostile },
  },
  {
    guard: 'bytes within a signature',
    file: 'packages/pe/src/program.ts',
    without: 'return Math.max(0, bytes - Math.ceil(end / 8) * 8);',
    instead: 'return Math.max(0, end - end);',
    red: { file: hostileTest, test: hostile },
  },
  {
    guard: 'whole words of a publisher',
    file: `${evidence}/judge-evidence.ts`,
    without: '!/^[\\p{L}\\p{M}\\p{N}]/u.test(name.slice(beginning.length))',
    instead: 'name.length > 0',
    red: { file: judgeTest, test: 'knows the publisher by organisation, country and root, all three' },
  },
  {
    guard: 'codes that an MSI leaves out',
    file: `${evidence}/judge-evidence.ts`,
    without: "!codes.includes(productCode ?? '')",
    instead: "!codes.includes(productCode ?? codes[0] ?? '')",
    red: { file: judgeTest, test: 'holds what is another file than the manifest says' },
  },
  {
    guard: 'facts that nobody lifts',
    file: 'apps/packager/src/main.ts',
    without: 'lifted.find((name) => !isJudgement(name))',
    instead: `lifted.find((name) => name === '')`,
    red: { file: prepareTest, test: 'holds what a person must look at first, and remembers nothing of it' },
  },
  {
    guard: 'known applications of the packager',
    file: 'apps/packager/src/prepare/plan.ts',
    without: 'if (!channel) throw',
    instead: `if (channel?.tag === '') throw`,
    red: { file: prepareTest, test: 'holds what a person must look at first, and remembers nothing of it' },
  },
  {
    guard: 'one writer of the ledger',
    file: `${evidence}/ledger.ts`,
    without: `'--nonblock', path`,
    instead: `'--nonblock', '--shared', path`,
    red: { file: `${evidence}/ledger.test.ts`, test: 'has one writer at a time, and is free again after a failure' },
  },
  {
    guard: 'release of a correction',
    file: `${evidence}/release.ts`,
    without: 'if (before === undefined || before.sha256 === next.sha256) return current;',
    instead: 'if (current > 0) return current;',
    red: {
      file: `${evidence}/release.test.ts`,
      test: 'is 1,024 above the version before, the same for variants, and one more for a correction',
    },
  },
  {
    guard: 'names, and nothing else, from the server',
    file: 'packages/contract/src/packager.ts',
    without: 'z.strictObject({\n        channelTag: name,',
    instead: 'z.looseObject({\n        channelTag: name,',
    red: { file: serveTest, test: 'takes names from the server and nothing else' },
  },
  {
    guard: 'facts that no server lifts',
    file: 'apps/packager/src/prepare/prepare.ts',
    without: '!(isJudgement(name) && lifted.includes(name))',
    instead: '!lifted.includes(name)',
    red: { file: serveTest, test: 'lifts no fact, whatever the server says' },
  },
  {
    guard: 'one line of the ledger for what was begun twice',
    file: 'apps/packager/src/prepare/prepare.ts',
    without: 'if (!isThere) ledger.add(entry);',
    instead: 'if (!isThere || entry.release > 0) ledger.add(entry);',
    red: {
      file: prepareTest,
      test: 'is whole or not there at all, whenever it is killed, and no release is given twice',
    },
  },
  {
    guard: 'no remains of what is not wanted any more',
    file: 'apps/packager/src/serve/build-store.ts',
    without: 'each.startsWith(`.${build}-`)',
    instead: 'each === `.${build}-`',
    red: { file: killsTest, test: 'leaves nothing of what is not wanted any more' },
  },
  {
    guard: 'nothing is given up before the server asks',
    file: 'apps/packager/src/serve/builder.ts',
    without: 'if (!plansFor || !asked) {',
    instead: 'asked ??= { wanted: [], lifted: [] };\n    if (!plansFor) {',
    red: {
      file: renewalTest,
      test: 'is kept over a start until the server says what is wanted, and ends when that is something else',
    },
  },
  {
    guard: 'renewal of statements',
    file: 'apps/packager/src/serve/builder.ts',
    without: '(known.expires ?? 0) - now >= renewBefore',
    instead: '(known.expires ?? 0) - now >= 0',
    red: {
      file: renewalTest,
      test: 'is signed anew 30 days before it ends, for the same file and release, and nothing is fetched for it',
    },
  },
  {
    guard: 'known applications of the packager that serves',
    file: 'apps/packager/src/serve/plans.ts',
    without: "if (!channel) return nothing('The packager does not know this application.');",
    instead: 'if (!channel) return { plans: [], notOffered: [] };',
    red: { file: serveTest, test: 'tells why there is no package: moved on, vendor down, no manifest, not known' },
  },
  {
    guard: 'nothing is promised while the packager is silent',
    file: 'apps/server/src/modules/catalog/packages/vouched.queries.ts',
    without: "isSilent && isOnItsWay.has(preparingOf[state]) ? 'silent'",
    instead: "isSilent && preparingOf[state] === 'silent' ? 'silent'",
    red: {
      file: 'apps/server/src/modules/patching/planning/one-meaning.test.ts',
      test: 'not while the packager is at it: each of its states has a sentence of its own, and nothing is planned',
    },
  },
  {
    guard: 'the packager promises nothing for Linux',
    file: 'packages/rules/src/approvals/supply.ts',
    without: 'machine.osFamily === 0 ? preparing?.get(version) : undefined',
    instead: 'preparing?.get(version)',
    red: {
      file: 'packages/rules/src/approvals/supply.test.ts',
      test: 'and if there is none, how far the packager is with the version, for hosts with Windows',
    },
  },
  {
    guard: 'facts that no operator lifts',
    file: 'apps/server/src/modules/catalog/packages/lift-hold.service.ts',
    without: 'if (!held.isLiftable) throw',
    instead: 'if (held.advice === hold) throw',
    red: {
      file: 'apps/server/src/packages-by-themselves.test.ts',
      test: 'is lifted only where it is a judgement, by its name, with a reason',
    },
  },
];
