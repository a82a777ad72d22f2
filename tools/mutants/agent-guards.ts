const judged = 'packages/orders/src/judge.test.ts';
const orderTime = 'apps/agent/src/capabilities/work/order-time.test.ts';
const runningAgent = 'apps/agent/src/evil-server.test.ts';
const judge = 'packages/orders/src/judge.ts';

/** A check of `judge`, taken away by a condition that is never met. */
const check = (guard: string, without: string, instead: string, test: string) => ({
  guard,
  file: judge,
  without,
  instead,
  red: { file: judged, test },
});

/** What a host checks before it believes an order, its own state folder or a path that a user wrote. */
export const agentMutants = [
  {
    guard: 'no second root from a file',
    file: 'apps/agent/src/trust.ts',
    without: 'if (!journal.state.trust) {',
    instead: 'if (signal) {',
    red: {
      file: 'apps/agent/src/trust.test.ts',
      test: 'takes the place of no other, neither when it is given nor when it lies there',
    },
  },
  check('expiry of an order', 'if (expires <= now)', 'if (expires < 0)', 'before it expires'),
  check('beginning of an order', 'if (notBefore > now + clockSkew)', 'if (notBefore < 0)', 'from its beginning on'),
  check(
    'life of an order',
    'if (expires - notBefore > longestLife)',
    'if (expires < 0)',
    'when it lives no longer than orders may',
  ),
  check('site of an order', 'if (given.site !== trust.site)', "if (given.site === '')", 'at the site of the host'),
  check('host of an order', 'if (given.agent !== trust.agent)', "if (given.agent === '')", 'by the host it names'),
  check('sequence of an order', 'if (given.sequence <= lastSequence)', 'if (given.sequence < 0)', 'once'),
  check(
    'incarnation of an order',
    'if (given.incarnation !== fresh.incarnation)',
    'if (given.incarnation < 0)',
    'in the incarnation of the sign of life that came with it',
  ),
  check(
    'kind of an order',
    "if ((given.kind === 'windows-update') !== given.kbs.length > 0)",
    "if (given.kind === 'windows-update' && given.kbs.length === 0)",
    'when Windows updates are named by the kind that installs them, and by no other',
  ),
  check(
    'local policy about kinds',
    'if (policy.refusedKinds.includes(given.kind))',
    "if (policy.refusedKinds.includes('inspect'))",
    'when the policy of the host does not refuse its kind',
  ),
  check(
    'local policy about software',
    'if (refused !== undefined)',
    "if (refused === '')",
    'when the policy of the host does not refuse its software',
  ),
  check(
    'age of a sign of life',
    'if (now - fresh.at > freshFor)',
    'if (fresh.at < 0)',
    'with a sign of life that is recent',
  ),
  check(
    'sign of life from the future',
    'if (fresh.at > now + clockSkew)',
    'if (fresh.at < 0)',
    'with a sign of life that is not from the future',
  ),
  check(
    'site of a sign of life',
    'if (fresh.site !== trust.site)',
    "if (fresh.site === '')",
    'with a sign of life of the host’s own site',
  ),
  check(
    'incarnation of a sign of life',
    'if (fresh.incarnation < trust.incarnation)',
    'if (fresh.incarnation < 0)',
    'with a sign of life of no former incarnation',
  ),
  check(
    'older statement about a site',
    'if (statement.version < trust.siteVersion)',
    'if (statement.version < 0)',
    'when no newer statement about the site was seen',
  ),
  check(
    'expiry of the root',
    'if (trust.root.expires <= now)',
    'if (trust.root.expires < 0)',
    'before the root expires',
  ),
  check(
    'package that was ordered',
    'if (hash !== given.statementHash)',
    "if (hash === '')",
    'when it is the one that the order names',
  ),
  check(
    'older release of a package',
    'if (statement.release < (trust.releases[statement.channelTag] ?? 0))',
    'if (statement.release < 0)',
    'when no newer release of its channel was seen',
  ),
  {
    guard: 'threshold of keys',
    file: 'packages/orders/src/envelope.ts',
    without: 'if (agreed.size < Math.max(1, threshold))',
    instead: 'if (agreed.size < 1)',
    red: { file: judged, test: 'when as many keys vouch for it as the root demands' },
  },
  check(
    'floor of signed time',
    'Math.max(clock, latest);',
    'Math.max(clock, latest * 0);',
    'does not go back behind a signed time that was believed',
  ),
  check(
    'ceiling of signed time',
    'Math.min(fresh.at, now)',
    'fresh.at',
    'is not learned ahead of the clock of the host',
  ),
  {
    guard: 'signed time kept before an order is judged',
    file: 'apps/agent/src/capabilities/work/work.ts',
    without: "journal.append({ kind: 'trust', siteUuid, trust: { ...trust, latest } });",
    instead: '',
    red: {
      file: orderTime,
      test: 'does not go back behind a signed time that the host has seen, also after a restart of the agent',
    },
  },
  {
    guard: 'clock of the host',
    file: 'apps/agent/src/capabilities/work/work.ts',
    without: 'judge(delivery, noteTime(delivery, trust), policy, Date.now())',
    instead: 'judge(delivery, { ...trust, latest: 0 }, policy, Date.now() + journal.state.clockOffsetMs)',
    red: { file: runningAgent, test: 'runs no order that expired two years ago, whatever the server says the time is' },
  },
  {
    guard: 'clock of a forced restart',
    file: 'apps/agent/src/capabilities/work/work.ts',
    without: 'orderTime({ latest: journal.state.trust?.latest ?? 0 }, Date.now())',
    instead: 'orderTime({ latest: 0 }, Date.now() + journal.state.clockOffsetMs)',
    red: {
      file: orderTime,
      test: 'decides when a restart is forced: the server’s word does not bring that moment forward',
    },
  },
  {
    guard: 'hash of the file',
    file: 'apps/agent/src/capabilities/work/download.ts',
    without: '(await sizeOf(path)) === bytes && (await hashOf(path)) === sha256',
    instead: '(await sizeOf(path)) === bytes && (await hashOf(path)).length === sha256.length',
    red: {
      file: 'apps/agent/src/capabilities/work/work.test.ts',
      test: 'whose file is another than the signed one runs nothing',
    },
  },
  {
    guard: 'owner of the state folder',
    file: 'apps/agent/src/os/linux/own-folder.ts',
    without: 'if (!isTrusted(found.uid))',
    instead: 'if (found.uid < 0)',
    red: {
      file: 'apps/agent/src/os/linux/own-folder.test.ts',
      test: 'is refused when it belongs to that user, with what to do',
    },
  },
  {
    guard: 'folders above the state folder',
    file: 'apps/agent/src/os/linux/own-folder.ts',
    without: 'if ((mode & writableByOthers) !== 0 && (mode & sticky) === 0)',
    instead: 'if (mode === 0)',
    red: {
      file: 'apps/agent/src/os/linux/own-folder.test.ts',
      test: 'is refused when other users can change a folder above it',
    },
  },
  {
    guard: 'links on the way to the state folder',
    file: 'apps/agent/src/os/linux/own-folder.ts',
    without: 'if (found.isSymbolicLink())',
    instead: 'if (found.isSocket())',
    red: {
      file: 'apps/agent/src/os/linux/own-folder.test.ts',
      test: 'is refused when it, or a folder above it, is a symbolic link',
    },
  },
  {
    guard: 'files in the state folder',
    file: 'apps/agent/src/os/linux/own-folder.ts',
    without: 'if ((found.mode & writableByOthers) !== 0)',
    instead: 'if (found.mode === 0)',
    red: {
      file: 'apps/agent/src/os/linux/own-folder.test.ts',
      test: 'is refused when other users can change a file in it',
    },
  },
  {
    guard: 'state folder judged at every start',
    file: 'apps/agent/src/enrol.ts',
    without: '  await os.claimDirectory(directory);\n  if (readState(directory).keyId !== undefined) return;',
    instead: '  if (readState(directory).keyId !== undefined) return;',
    red: { file: runningAgent, test: 'does not start in a state folder that somebody else could have written' },
  },
  {
    guard: 'owner of the state folder on Windows',
    file: 'apps/agent/src/os/windows/folder/own-folder.ts',
    without: 'if (!isTrusted(descriptor.owner))',
    instead: "if (descriptor.owner === '')",
    red: {
      file: 'apps/agent/src/os/windows/folder/own-folder.test.ts',
      test: 'is refused when a user owns it, a folder above it or a file in it',
    },
  },
  {
    guard: 'junctions on the way to the state folder',
    file: 'apps/agent/src/os/windows/folder/own-folder.ts',
    without: 'if ((Number.parseInt(attributes, 16) & reparsePoint) !== 0)',
    instead: "if (attributes === 'never')",
    red: {
      file: 'apps/agent/src/os/windows/folder/own-folder.test.ts',
      test: 'is refused when it, a folder above it or something in it is a junction',
    },
  },
  {
    guard: 'option that stands alone',
    file: 'packages/orders/src/option-rules.ts',
    without: '!namesTheOption.test(argument.slice(0, first.index))',
    instead: 'argument.length === 0',
    red: {
      file: 'packages/orders/src/option-rules.test.ts',
      test: 'never stands alone as an argument, nor where it could become another one',
    },
  },
  {
    guard: 'option that is a switch',
    file: 'packages/orders/src/option-rules.ts',
    without: 'if (/^\\s*[-/]/.test(text))',
    instead: "if (text === 'never')",
    red: { file: 'packages/orders/src/option-rules.test.ts', test: 'is no switch, network path or end of its quotes' },
  },
  {
    guard: 'option that is a network path',
    file: 'packages/orders/src/option-rules.ts',
    without: 'if (/[\\\\/]{2}/.test(',
    instead: 'if (/^never$/.test(',
    red: { file: 'packages/orders/src/option-rules.test.ts', test: 'is no switch, network path or end of its quotes' },
  },
  {
    guard: 'option that leaves its quotes',
    file: 'packages/orders/src/option-rules.ts',
    without: 'if (/[\\p{Cc}"\'`]/u.test(text))',
    instead: "if (text === 'never')",
    red: { file: 'packages/orders/src/option-rules.test.ts', test: 'is no switch, network path or end of its quotes' },
  },
  {
    guard: 'arguments judged by the host',
    file: judge,
    without: '  checkArguments(statement);\n',
    instead: '',
    red: {
      file: 'packages/orders/src/option-rules.test.ts',
      test: 'never stands alone as an argument, nor where it could become another one',
    },
  },
  {
    guard: 'arguments judged when a package is vouched for',
    file: 'packages/orders/src/statement-about.ts',
    without: '  checkArguments(read.data);\n',
    instead: '',
    red: { file: 'apps/signer/src/vouch.test.ts', test: 'is refused when an option could become a switch of its own' },
  },
  {
    guard: 'options judged when they are saved',
    file: 'apps/server/src/modules/approvals/customization/customization.service.ts',
    without: 'if (problem !== undefined) throw invalid(`An option ${problem}`, { at: name });',
    instead: 'if (problem === name) throw invalid(`An option ${problem}`, { at: name });',
    red: {
      file: 'apps/server/src/modules/approvals/customization/customization.test.ts',
      test: 'say which option is missing with a code of its own',
    },
  },
  {
    guard: 'local drives',
    file: 'apps/agent/src/os/windows/local-path.ts',
    without: 'if (!isOnLocalDrive(path, drives)) return undefined;',
    instead: "if (path === '') return undefined;",
    red: {
      file: 'apps/agent/src/os/windows/local-path.test.ts',
      test: 'is not looked at unless it is on a drive of this machine',
    },
  },
  {
    guard: 'links in paths of users',
    file: 'apps/agent/src/os/windows/local-path.ts',
    without: "if (kind === 'link') return undefined;",
    instead: '',
    red: {
      file: 'apps/agent/src/os/windows/local-path.test.ts',
      test: 'is not followed through a link, which may lead to another machine',
    },
  },
  check(
    'version of the next root',
    'if (statement.version !== known.version + 1)',
    'if (statement.version < 0)',
    'are followed one version at a time, and only while each is signed by the one before',
  ),
  check(
    'new keys sign the next root',
    "  readStatement('root', text, signersOf(statement.root));\n",
    '',
    'are followed one version at a time, and only while each is signed by the one before',
  ),
  check(
    'expiry of the newest root',
    'if (current.expires > now) newest = text;',
    'newest = text;',
    'are not believed when the last one has expired',
  ),
  {
    guard: 'keys that vouch',
    file: 'apps/signer/src/vouch.ts',
    without: 'if (stranger !== undefined)',
    instead: "if (stranger === '')",
    red: {
      file: 'apps/signer/src/vouch.test.ts',
      test: 'is done with the keys that are named, and with no other that lies there',
    },
  },
  {
    guard: 'pinned root',
    file: 'apps/agent/src/enrol.ts',
    without: 'if (pinned !== undefined && found !== pinned)',
    instead: "if (pinned === '')",
    red: { file: runningAgent, test: 'enrols with the root that was pinned, and with no other' },
  },
];
