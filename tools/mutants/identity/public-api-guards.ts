const bounds = 'apps/server/src/modules/identity/api-token-bounds.test.ts';
const test = 'apps/server/src/public-api.test.ts';
const mount = 'apps/server/src/platform/http/mount.ts';
const keys = 'apps/server/src/platform/http/public-api/idempotency.ts';
const etag = 'apps/server/src/platform/http/public-api/etag.ts';
const answerTests = 'apps/server/src/platform/http/answers/written.test.ts';

/** Guards of the public API, and of what leaves the server by any door. */
export const publicApiMutants = [
  {
    guard: 'fields that the contract does not name',
    file: 'apps/server/src/platform/http/answers/exact.ts',
    without: 'part === undefined || !part.isExact(value[key])) return false;\n      if (part.isNeeded)',
    instead: 'part !== undefined && !part.isExact(value[key])) return false;\n      if (part?.isNeeded)',
    red: { file: answerTests, test: '%s leaves as the contract has it, or not at all' },
  },
  {
    guard: 'fields of another type than the contract names',
    file: 'apps/server/src/platform/http/answers/exact.ts',
    without: 'if (part === undefined || !part.isExact(value[key])) return false;',
    instead: 'if (part === undefined) return false;',
    red: { file: answerTests, test: '%s leaves as the contract has it, or not at all' },
  },
  {
    guard: 'sessions at the door of the public API',
    file: mount,
    without: `...cookiesOf(request, reply, realm === 'console'),`,
    instead: `...cookiesOf(request, reply, realm !== 'dashboard'),`,
    red: { file: test, test: 'takes no session: neither a cookie alone nor one beside a token says anything' },
  },
  {
    guard: 'tokens in addresses of the public API',
    file: mount,
    without: `if (realm !== 'console') refuseTokenInQuery(request);`,
    instead: `if (realm === 'dashboard') refuseTokenInQuery(request);`,
    red: { file: test, test: 'takes no token from the address' },
  },
  {
    guard: 'calls of people in the public API',
    file: 'packages/rules/src/api/public-api.ts',
    without: '  isOpenToTokens(endpoint.right) &&\n',
    instead: '',
    red: { file: test, test: 'serves what a token may do, and none of what belongs to people and their screens' },
  },
  {
    guard: 'one call for each Idempotency-Key',
    file: keys,
    without: 'if (!former.call_hash.equals(key.callHash))',
    instead: 'if (former.call_hash.length === 0)',
    red: { file: test, test: 'belongs to one call: another one with the same key is refused' },
  },
  {
    guard: 'answer of the first call with an Idempotency-Key',
    file: keys,
    without: 'if (!(await claimKey(tx, key, now, new Date(now.getTime() - answersKeptMs)))) {',
    instead: 'if (!(await claimKey(tx, key, now, now))) {',
    red: { file: test, test: 'makes a write happen once: the second is answered as the first was' },
  },
  {
    guard: 'If-Match that a call cannot keep',
    file: etag,
    without: '!takesSerialNumber(endpoint.body as z.ZodType | undefined) || serial === undefined',
    instead: 'serial === undefined',
    red: { file: test, test: 'is refused where it could not be kept' },
  },
  {
    guard: 'rights of an API token at its door',
    file: 'packages/rules/src/api-token.ts',
    without: 'granted & ownersMask & tokenBits',
    instead: 'granted & tokenBits',
    red: {
      file: 'apps/server/src/modules/identity/token-rights.test.ts',
      test: 'are those it was given and those its owner has at that moment, for every pair of masks',
    },
  },
  {
    guard: 'networks of an API token',
    file: 'apps/server/src/modules/identity/token-caller.service.ts',
    without: 'if (isFromNetwork(ip)) return;',
    instead: 'if (isFromNetwork.length > 0) return;',
    red: {
      file: bounds,
      test: 'opens the API from there and from nowhere else, and says where a refused call came from',
    },
  },
  {
    guard: 'one note of refused calls in a minute',
    file: 'apps/server/src/modules/identity/token-caller.service.ts',
    without: 'now.getTime() - last < noteEveryMs',
    instead: 'now.getTime() < last',
    red: {
      file: bounds,
      test: 'opens the API from there and from nowhere else, and says where a refused call came from',
    },
  },
  {
    guard: 'system administrators make API tokens for all sites',
    file: 'apps/server/src/modules/identity/api-tokens.service.ts',
    without: 'if (!subject.isSystemAdmin) throw',
    instead: 'if (subject.sitePermissions < 0) throw',
    red: {
      file: bounds,
      test: 'is made and revoked by system administrators, and seen by administrators of every site',
    },
  },
  {
    guard: 'system administrators revoke API tokens for all sites',
    file: 'apps/server/src/modules/identity/api-tokens.service.ts',
    without: 'before.isForAllSites && !subject.isSystemAdmin',
    instead: 'before.isForAllSites && subject.sitePermissions < 0',
    red: {
      file: bounds,
      test: 'is made and revoked by system administrators, and seen by administrators of every site',
    },
  },
  {
    guard: 'sites of the owner of an API token for all sites',
    file: 'apps/server/src/modules/identity/token-caller.service.ts',
    without: 'await listUsableSites(tx, customerId, row, siteId)',
    instead: 'await listUsableSites(tx, customerId, { ...row, is_system_admin: true }, siteId)',
    red: { file: bounds, test: 'does in each site what its owner may do there at that moment' },
  },
];
