const agents = 'apps/server/src/modules/hosts/agents/agents.service.ts';
const agentTests = 'apps/server/src/modules/hosts/agents/agents.test.ts';
const spellingTests = 'apps/server/src/modules/hosts/agents/one-spelling.test.ts';
const login = 'apps/server/src/modules/identity/login.service.ts';
const loginTests = 'apps/server/src/modules/identity/login-throttle.test.ts';
const sessionTests = 'apps/server/src/modules/identity/identity.routes.test.ts';
const signer = 'apps/signer/src/signer.ts';
const limitTests = 'apps/signer/src/limits.test.ts';
const mount = 'apps/server/src/platform/http/mount.ts';
const httpTests = 'apps/server/src/platform/http/http.test.ts';
const uploadTests = 'apps/server/src/modules/resources/refused-uploads.test.ts';
const fileTests = 'apps/server/src/platform/files/file-store.conformance.test.ts';
const awayTests = 'apps/server/src/files-away.test.ts';

/** Guards where the server meets callers it does not know: agents, browsers, proxies, uploads, and its own signer. */
export const edgeMutants = [
  {
    guard: 'text that the database cannot keep',
    file: 'apps/server/src/platform/http/validate.ts',
    without: `!value.includes('\\0') && value.isWellFormed()`,
    instead: 'true',
    red: {
      file: httpTests,
      test: 'refuse text that the database cannot keep: a zero character, half of a surrogate pair',
    },
  },
  {
    guard: 'one spelling of an id',
    file: agents,
    without: '.every(isCanonicalId)',
    instead: '.every((id) => isCanonicalId(id.toLowerCase()))',
    red: {
      file: spellingTests,
      test: 'opens neither door in another spelling, even to the owner of its key, nor once it is in the trash',
    },
  },
  {
    guard: 'agents remembered after their signature held',
    file: agents,
    without: 'if (before) put(keyId, agent, now);',
    instead: 'put(keyId, agent, now);',
    red: { file: spellingTests, test: 'is remembered only once a signature of its key held' },
  },
  {
    guard: 'memory of unknown ids',
    file: agents,
    without: 'unknown.set(keyId, now.getTime() + unknownMs);',
    instead: '',
    red: { file: spellingTests, test: 'is looked up once a minute at most while nobody has it' },
  },
  {
    guard: 'database connections of agents',
    file: 'apps/server/src/app.ts',
    without: 'agentRegister(agentPool, ',
    instead: 'agentRegister(pool, ',
    red: { file: spellingTests, test: 'leaves the console its connections to the database' },
  },
  {
    guard: 'cap of install tokens',
    file: 'apps/server/src/modules/hosts/agents/install-tokens.repository.ts',
    without: `.whereRef('used_count', '<', 'use_cap')`,
    instead: '',
    red: { file: agentTests, test: 'open their own site, as often and as long as they say, until revoked' },
  },
  {
    guard: 'expiry of install tokens',
    file: 'apps/server/src/modules/hosts/agents/enrol.queries.ts',
    without: `.where('expires_at', '>', now)`,
    instead: '',
    red: { file: agentTests, test: 'tell nobody again who he is once they have expired' },
  },
  {
    guard: 'waiting of known hardware',
    file: 'apps/server/src/modules/hosts/agents/enrol.service.ts',
    without: '(await isHardwareKnown(tx, customerId, hardwareHash))',
    instead: '(await isHardwareKnown(tx, customerId, hardwareHash)) === undefined',
    red: {
      file: agentTests,
      test: 'never replaces an identity: hardware that is known waits, and the old key stays',
    },
  },
  {
    guard: 'clock skew of agent calls',
    file: 'apps/server/src/platform/http/agent-mount.ts',
    without: 'if (Math.abs(parameters.created * 1_000 - now.getTime()) > agentLimits.clockSkewMs)',
    instead: 'if (parameters.created < 0)',
    red: { file: agentTests, test: 'are refused when anything about them is off, and tell the server’s time' },
  },
  {
    guard: 'how many hosts are read at once',
    file: 'apps/server/src/modules/hosts/agents/agents.service.ts',
    without: '      if (loading.size >= mostLoading) throw busy(againSeconds);\n',
    instead: '',
    red: {
      file: 'apps/server/src/modules/hosts/agents/one-spelling.test.ts',
      test: 'are let in some hundred at once; the others are told to come back',
    },
  },
  {
    guard: 'digest of agent calls',
    file: 'apps/server/src/platform/http/agent-mount.ts',
    without: `if (headers['content-digest'] !== contentDigest)`,
    instead: `if (headers['content-digest'] === undefined)`,
    red: { file: agentTests, test: 'are refused when anything about them is off, and tell the server’s time' },
  },
  {
    guard: 'absolute end of a session',
    file: 'apps/server/src/modules/identity/authenticate.service.ts',
    without: 'row.expires_at > now && ',
    instead: '',
    red: { file: sessionTests, test: 'lives on while somebody really uses it, for twelve hours at most' },
  },
  {
    guard: 'idle end of a session',
    file: 'apps/server/src/modules/identity/authenticate.service.ts',
    without: 'now.getTime() - row.active_at.getTime() < constants.sessionIdleMs',
    instead: 'constants.sessionIdleMs > 0',
    red: { file: sessionTests, test: 'ends after an hour without use, however much the console polls' },
  },
  {
    guard: 'revocation of API tokens',
    file: 'apps/server/src/modules/identity/token-caller.service.ts',
    without: ' || row.revoked_at !== null',
    instead: '',
    red: {
      file: 'apps/server/src/modules/identity/api-tokens.test.ts',
      test: 'is made, listed, read and revoked; its secret is shown once and only its hash is kept [ACCT-10] [ACCT-11] [ACCT-12]',
    },
  },
  {
    guard: 'no answer without an authorisation',
    file: 'apps/server/src/platform/http/server.ts',
    without: 'if (reply.statusCode < 400 && !request.isAuthorised)',
    instead: 'if (reply.statusCode < 100)',
    red: {
      file: 'apps/server/src/platform/platform.test.ts',
      test: 'stops what leaves without anybody having decided who may have it',
    },
  },
  {
    guard: 'right in a named site',
    file: 'apps/server/src/modules/identity/named-site.service.ts',
    without: 'if (!mayCall(right, subject)) throw',
    instead: 'if (!subject) throw',
    red: {
      file: 'apps/server/src/modules/hosts/groups-and-tags/groups-and-tags.test.ts',
      test: 'asks in a named site for the right the caller has there',
    },
  },
  {
    guard: 'site of an API token',
    file: 'apps/server/src/modules/identity/named-site.service.ts',
    without: `if (principal.kind === 'token') return`,
    instead: `if (principal.kind === 'dashboard') return`,
    red: {
      file: 'apps/server/src/modules/identity/api-tokens.test.ts',
      test: 'opens its site and no other, though its owner may enter all',
    },
  },
  {
    guard: 'no token in an address',
    file: mount,
    without: `if (realm !== 'console') refuseTokenInQuery(request);`,
    instead: `if (realm === endpoint.path) refuseTokenInQuery(request);`,
    red: {
      file: 'apps/server/src/modules/dashboards/saved.test.ts',
      test: 'opens no other realm, and no token opens its own from the address',
    },
  },
  {
    guard: 'login throttle',
    file: login,
    without: 'if (wait !== undefined) throw',
    instead: 'if (wait === -1) throw',
    red: { file: loginTests, test: 'from one network does not keep the owner out of another' },
  },
  {
    guard: 'exemption of known devices',
    file: login,
    without: 'device === undefined ? [own, ...ofStrangers] : [own]',
    instead: '[own, ...ofStrangers]',
    red: {
      file: loginTests,
      test: 'from many networks is slowed down for the whole account, but not where its owner signed in before',
    },
  },
  {
    guard: 'equal cost of unknown names',
    file: login,
    without: 'await find();\n    throw wrong();',
    instead: 'throw wrong();',
    red: {
      file: loginTests,
      test: 'costs as many transactions for a name that nobody has as for one that somebody has',
    },
  },
  {
    guard: 'trusted proxies',
    file: 'apps/server/src/platform/http/client-address.ts',
    without: 'isTrusted(address, hop); hop++',
    instead: 'hop < 10; hop++',
    red: { file: 'apps/server/src/platform/http/client-address.test.ts', test: 'is the same by both doors' },
  },
  {
    guard: 'files that were kept again since',
    file: 'apps/server/src/platform/files/bucket-store.ts',
    without: 'if (at && at < before) await erase(key);',
    instead: 'if (at) await erase(key);',
    red: { file: fileTests, test: 'are removed unless they were kept again since' },
  },
  {
    guard: 'names of files in a bucket',
    file: 'apps/server/src/platform/files/bucket-store.ts',
    without: 'assertSha256(sha256);',
    instead: '',
    red: { file: fileTests, test: 'have no other names than hashes' },
  },
  {
    guard: 'end of uploads that were cut off',
    file: 'apps/server/src/platform/files/bucket-upload.ts',
    without: 's3.abortMultipartUpload(upload, limit)',
    instead: 's3.listParts(upload, limit)',
    red: { file: fileTests, test: 'leave nothing behind when they are cut off on their way: %s' },
  },
  {
    guard: 'parts of files as they were asked for',
    file: 'apps/server/src/platform/files/bucket-read.ts',
    without: "if (came !== expected) throw new FilesUnavailable('it sent something else than the part of the file');",
    instead: '',
    red: { file: awayTests, test: 'is not believed when it sends something else than the part: %s' },
  },
  {
    guard: 'causes without keys and addresses',
    file: 'apps/server/src/platform/files/bucket-client.ts',
    without: 'throw new FilesUnavailable(causeOf(error));',
    instead: 'throw Object.assign(new FilesUnavailable(causeOf(error)), { cause: [error, place] });',
    red: { file: awayTests, test: 'says what is wrong, and nothing of its keys: %s' },
  },
  {
    guard: 'settings of a bucket that are only ours',
    file: 'apps/server/src/platform/files/bucket-client.ts',
    without: 'credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },',
    instead: '',
    red: { file: awayTests, test: 'is asked by nothing but our own settings' },
  },
  {
    guard: 'a package’s file as its statement names it',
    file: 'apps/server/src/modules/catalog/packages/packages.service.ts',
    without: 'if ((await files.put(content)) !== sha256)',
    instead: 'if ((await files.put(content)) === sha256.toUpperCase())',
    red: {
      file: 'apps/server/src/modules/catalog/packages/import-package.test.ts',
      test: 'refuses a file that is not the one that was vouched for, and the catalogue does not learn of it',
    },
  },
  {
    guard: 'slow growth of the limits of orders',
    file: 'apps/signer/src/host-budget.ts',
    without: 'Math.floor(Math.min(hosts, before * growth))',
    instead: 'Math.floor(hosts)',
    red: {
      file: limitTests,
      test: 'grow with the hosts that got orders: from the next day on, to twice at most, for thirty days',
    },
  },
  {
    guard: 'limits that grow by hosts, not by orders',
    file: 'apps/signer/src/host-budget.ts',
    without: 'allToday += hosts.size - before;',
    instead: 'allToday += agents.length;',
    red: {
      file: limitTests,
      test: 'do not grow by many orders for few hosts, and hosts of one site do not help another',
    },
  },
  {
    guard: 'hosts that are read again after others wrote',
    file: 'apps/server/src/modules/hosts/agents/agents.service.ts',
    without: 'isOwn: ({ by }: Hint): boolean => by === writerId,',
    instead: 'isOwn: (_hint: Hint): boolean => true,',
    red: {
      file: 'apps/server/src/modules/hosts/agents/own-writes.test.ts',
      test: 'is not read again after its own writes, but after those of others',
    },
  },
  {
    guard: 'files in use',
    file: 'apps/server/src/modules/patching/delivery/sweep-files.jobs.ts',
    without: 'return listUsedFiles(tx, customerId, hashes);',
    instead: 'return [];',
    red: { file: uploadTests, test: 'removes what nobody uses once it is a day old, and nothing else' },
  },
  {
    guard: 'end of an event stream',
    file: 'apps/server/src/platform/http/events.ts',
    without: 'else listener.reply.raw.end();',
    instead: 'else listener.siteIds = new Set();',
    red: { file: httpTests, test: 'end by themselves when the session has run out' },
  },
  {
    guard: 'sites of an event stream',
    file: 'apps/server/src/platform/http/events.ts',
    without: 'if (siteIds) listener.siteIds = siteIds;',
    instead: 'if (siteIds) write(listener, ``);',
    red: { file: httpTests, test: 'say no more of a site once its user may not enter it any more' },
  },
  {
    guard: 'content security policy',
    file: 'apps/server/src/platform/http/console-files.ts',
    without: `.header('content-security-policy', contentSecurityPolicy(nonce))`,
    instead: '',
    red: { file: httpTests, test: 'serves the plain paths with a policy that lets only our own scripts run' },
  },
  {
    guard: 'redaction of logs',
    file: 'apps/server/src/platform/log/log.ts',
    without: 'paths: redacted,',
    instead: 'paths: redacted.slice(0, 1),',
    red: {
      file: 'apps/server/src/platform/platform.test.ts',
      test: 'blank secrets at any depth we log, and tokens in addresses',
    },
  },
  {
    guard: 'entries of the log are only added',
    file: 'apps/server/migrations/0001_foundation.sql',
    without: 'grant select, insert on customer_directory, audit_entries to',
    instead: 'grant select, insert, update, delete on customer_directory, audit_entries to',
    red: { file: 'apps/server/src/modules/audit/audit.test.ts', test: 'cannot be changed by the roles of the product' },
  },
  {
    guard: 'continuity of checkpoints',
    file: 'apps/signer/src/checkpoints.ts',
    without: 'return beginningAt(seen, seq) === beginningOf(hash);',
    instead: 'return (beginningAt(seen, seq) ?? beginningOf(hash)) === beginningOf(hash);',
    red: {
      file: 'apps/signer/src/checkpoints.test.ts',
      test: 'is not given to a longer chain that does not name the last entry that was seen',
    },
  },
  {
    guard: 'orders of one site',
    file: signer,
    without: 'most: budget.ofSite(site),',
    instead: 'most: Infinity,',
    red: {
      file: 'apps/signer/src/signer.test.ts',
      test: 'tells a site no more in a minute than its limit, whoever asks',
    },
  },
  {
    guard: 'orders of all sites',
    file: signer,
    without: 'most: budget.ofAll(),',
    instead: 'most: Infinity,',
    red: {
      file: limitTests,
      test: 'is told no more than the limit of all sites together in a minute, whatever it asks for',
    },
  },
  {
    guard: 'orders of a kind',
    file: signer,
    without: 'const most = limits.perMinuteOfKind[kind];',
    instead: 'const most = limits.perMinuteOfKind[kind] && Infinity;',
    red: { file: limitTests, test: 'is told no more of a kind than its limit, and other kinds go on' },
  },
  {
    guard: 'sites the signer knows',
    file: signer,
    without: '      admit(site);\n',
    instead: '',
    red: { file: limitTests, test: 'are those it knows, and so many new ones within a day, also after a restart' },
  },
  {
    guard: 'redirects of feeds',
    file: 'apps/server/src/modules/catalog/feeds/fetch/download.service.ts',
    without: 'if (next.host !== current.host && ',
    instead: "if (next.host === '' && ",
    red: {
      file: 'apps/server/src/modules/catalog/feeds/fetch/download.test.ts',
      test: 'follows a redirect within its host, and none to another',
    },
  },
  {
    guard: 'tabs of a session',
    file: 'apps/server/src/modules/identity/authenticate.service.ts',
    without: 'if (tabs.size >= maxTabs) tabs.clear();',
    instead: '',
    red: { file: loginTests, test: 'is remembered for a few tabs, however many ids of tabs its caller invents' },
  },
];
