const recheck = 'apps/server/src/modules/identity/sso/domain-recheck.test.ts';
const sso = 'apps/server/src/modules/identity/sso';
const proofs = `${sso}/provider-proof.test.ts`;
const signingOut = `${sso}/sign-out.test.ts`;
const inTime = 'proves nothing when the sign-in there is older than the question, or its time is not told';
const once = 'proves nothing a second time, by another state or nonce, or for another session';
const bySaml = 'forces a sign-in there, whose time must come after the question and whose person must be the same';

/** Guards of proofs at the identity provider, and of signing out there. */
export const providerProofMutants = [
  {
    guard: 'person of a proof at the identity provider',
    file: `${sso}/provider-proof.service.ts`,
    without: `if (identity?.user_id !== userId) return { refused: { reason: 'otherPerson' } };`,
    instead: '',
    red: { file: proofs, test: 'proves nothing when somebody else has signed in there' },
  },
  {
    guard: 'session of a proof at the identity provider',
    file: `${sso}/sign-in.service.ts`,
    without: `return purpose !== 'prove' || caller?.sessionId === aboutId;`,
    instead: `return purpose !== 'prove' || caller !== undefined;`,
    red: { file: proofs, test: once },
  },
  {
    guard: 'age of the sign-in that proves',
    file: `${sso}/id-token.rules.ts`,
    without: `if (isProof && time < begun.getTime() / 1_000 - skewSeconds) return 'oldSignIn';`,
    instead: '',
    red: { file: proofs, test: inTime },
  },
  {
    guard: 'time of the sign-in that proves',
    file: `${sso}/id-token.rules.ts`,
    without: `return isProof ? 'noSignInTime' : null;`,
    instead: 'return null;',
    red: { file: proofs, test: inTime },
  },
  {
    guard: 'age of the sign-in that proves (SAML)',
    file: `${sso}/saml/assertion.rules.ts`,
    without: `if (isProof && instantOf < begun.getTime() - skewMs) return { refusal: 'oldSignIn' };`,
    instead: '',
    red: { file: proofs, test: bySaml },
  },
  {
    guard: 'forced sign-in for a proof (SAML)',
    file: `${sso}/saml/saml-sign-in.service.ts`,
    without: `isForced: ticket.purpose === 'prove',`,
    instead: 'isForced: false,',
    red: { file: proofs, test: bySaml },
  },
  {
    guard: 'single use of an answer that proves',
    file: `${sso}/sign-in.service.ts`,
    without: `(await countUse(tools.db, \`sso|\${ticket.mark}\`, ticket.until)) === 1;`,
    instead: 'ticket.until > context.now;',
    red: { file: proofs, test: once },
  },
  {
    guard: 'proof from the sign-in at the identity provider',
    file: `${sso}/sign-in.service.ts`,
    without: 'provedAt: authenticated && authenticated < now ? authenticated : now,',
    instead: 'provedAt: now,',
    red: { file: proofs, test: 'has not proved anything by coming back to an identity provider that still knows them' },
  },
  {
    guard: 'addresses of the web in a description',
    file: `${sso}/provider.service.ts`,
    without: 'z.url({ protocol: /^https?$/ })',
    instead: 'z.url()',
    red: {
      file: signingOut,
      test: 'ends here all the same where the identity provider offers nothing, offers no web address, or is away',
    },
  },
  {
    guard: 'identity provider of the session at home',
    file: 'apps/server/src/modules/identity/identity.routes.ts',
    without: 'home ?? context.principal',
    instead: 'context.principal',
    red: {
      file: 'apps/server/src/modules/identity/guests/guests.test.ts',
      test: 'tells who signs out as a guest of the identity provider that the session at home came from',
    },
  },
  {
    guard: 'sealed sign-out hint',
    file: `${sso}/sign-out.service.ts`,
    without: 'rows.seal(hintPlace(of), Buffer.from(hint))',
    instead: 'Buffer.from(hint)',
    red: { file: signingOut, test: 'keeps the ID token sealed' },
  },
  {
    guard: 'a silent DNS server is no missing record',
    file: 'apps/server/src/modules/identity/sso/domain-record.rules.ts',
    without: `return found.isNone ? 'missing' : 'unknown';`,
    instead: `return 'missing';`,
    red: { file: recheck, test: 'is not taken for missing while DNS does not answer' },
  },
  {
    guard: 'days for which a domain counts without its record',
    file: 'apps/server/src/modules/identity/sso/domain-record.rules.ts',
    without: `daysAt(now) >= ssoLimits.missingDays`,
    instead: `daysAt(now) >= 0`,
    red: {
      file: recheck,
      test: 'that is missing is told at once, a week before the domain lapses, and when it does; then it is free',
    },
  },
  {
    guard: 'the end of a domain whose record stays missing',
    file: 'apps/server/src/modules/identity/sso/domain-record.rules.ts',
    without: `missing_since: null, verified_at: null }`,
    instead: `missing_since: null }`,
    red: {
      file: recheck,
      test: 'that is missing is told at once, a week before the domain lapses, and when it does; then it is free',
    },
  },
  {
    guard: 'a domain that lapsed leaves the directory',
    file: 'apps/server/src/modules/identity/sso/domains.jobs.ts',
    without: `if (tell === 'lapsed') await leaveDomain(tx, current);`,
    instead: ``,
    red: {
      file: recheck,
      test: 'that is missing is told at once, a week before the domain lapses, and when it does; then it is free',
    },
  },
  {
    guard: 'a person does not restart the count of a missing record',
    file: 'apps/server/src/modules/identity/sso/domains.service.ts',
    without: `(row.missing_since ?? now)`,
    instead: `now`,
    red: {
      file: recheck,
      test: 'of a domain that a person checks does not end the proof, however long it was missing',
    },
  },
];
