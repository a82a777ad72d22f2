const sso = 'apps/server/src/modules/identity/sso';
const saml = `${sso}/saml`;
const responses = `${saml}/saml-response.test.ts`;
const attacks = `${saml}/saml-attacks.test.ts`;
const connections = `${saml}/saml-connections.test.ts`;
const forged = { file: responses, test: 'is not believed: %s' };

/** A rule about what an assertion says, without which a forged one is believed. */
const ruleOf = (guard: string, without: string, instead: string, file = 'assertion.rules.ts') => ({
  guard,
  file: `${saml}/${file}`,
  without,
  instead,
  red: forged,
});

/** Guards of single sign-on by SAML. */
export const samlMutants = [
  ruleOf(
    'no document type, comment, CDATA or instruction',
    `if (/<[!?]/.test(text)) return { refusal: 'forbiddenXml' };`,
    `if (/<[?]/.test(text)) return { refusal: 'forbiddenXml' };`,
    'strict-xml.reader.ts',
  ),
  ruleOf(
    'size of a SAML response',
    `if (bytes.length > xmlLimits.bytes) return { refusal: 'tooLarge' };`,
    '',
    'strict-xml.reader.ts',
  ),
  ruleOf(
    'ids once in a SAML response',
    'if (new Set(ids).size < ids.length)',
    'if (new Set(ids).size < 0)',
    'signature.rules.ts',
  ),
  ruleOf(
    'signature of the assertion itself',
    `if (assertion && !ofAssertion) return { refusal: 'unsigned' };`,
    '',
    'signature.rules.ts',
  ),
  ruleOf(
    'algorithms of SAML signatures',
    `return isCanonical && isStrong ? undefined : 'algorithm';`,
    `return isCanonical ? undefined : 'algorithm';`,
    'signature.rules.ts',
  ),
  ruleOf(
    'canonicalization of SAML signatures',
    `return isCanonical && isStrong ? undefined : 'algorithm';`,
    `return isStrong ? undefined : 'algorithm';`,
    'signature.rules.ts',
  ),
  ruleOf(
    'signatures in their place',
    `if (all.filter(({ name }) => name === 'Signature').length !== ours.length) return { refusal: 'structure' };`,
    '',
    'signature.rules.ts',
  ),
  ruleOf(
    'a right signature of the assertion',
    `return signed ? judgeAssertion(signed, expected) : { refusal: 'signature' };`,
    'return judgeAssertion(signed ?? assertion, expected);',
    'saml-response.service.ts',
  ),
  ruleOf(
    'a right signature of the response',
    `if (!signedResponse) return { refusal: 'signature' };
  const refused = judgeResponse(signedResponse, expected);`,
    'const refused = judgeResponse(signedResponse ?? response, expected);',
    'saml-response.service.ts',
  ),
  {
    guard: 'two readers of one message',
    file: `${saml}/signed-xml.service.ts`,
    without: ' && isSameTree(read.root, withoutSignature(element))',
    instead: ' && withoutSignature(element) !== read.root && isSameTree(read.root, read.root)',
    red: {
      file: responses,
      test: 'says nothing where the library that checks signatures has read another thing than we have',
    },
  },
  ruleOf('destination of a SAML response', `attributes.get('Destination') !== expected.consumerAddress`, 'false'),
  ruleOf(
    'request of a SAML response',
    `attributes.get('InResponseTo') !== expected.requestId) return`,
    'false) return',
  ),
  ruleOf(
    'status of a SAML response',
    `if (status.attributes.get('Value') !== success) {`,
    'if (success === String()) {',
  ),
  ruleOf('issuer of an assertion', '!isIssuer(issuer, expected.issuer)) return', 'issuer === undefined) return'),
  ruleOf('audience of an assertion', '!restrictions.every(isForUs)', '!restrictions.some(() => isForUs)'),
  ruleOf('one bearer confirmation', ` || confirmation.attributes.get('Method') !== bearer`, ` || bearer === ''`),
  ruleOf('recipient of an assertion', `data.attributes.get('Recipient') !== expected.consumerAddress`, 'false'),
  ruleOf('request of a confirmation', `data.attributes.get('InResponseTo') !== expected.requestId`, 'false'),
  ruleOf(
    'end of an assertion',
    `return ends <= now.getTime() - skewMs ? { refusal: 'expired' } : undefined;`,
    'return undefined;',
  ),
  {
    ...ruleOf('age of an assertion', 'issued < now.getTime() - ageMs - skewMs || ', ''),
    red: { ...forged, test: 'takes times that are a minute off, and says how far they are off when that is more' },
  },
  ruleOf('names that stay with one person', ` && of('Format', '') === persistentFormat`, ''),
  {
    guard: 'assertions of an earlier sign-in',
    file: `${saml}/assertion.rules.ts`,
    without: ' || issued < begun.getTime() - skewMs',
    instead: ' || begun.getTime() === 0',
    red: forged,
  },
  {
    guard: 'an assertion once',
    file: `${saml}/saml-sign-in.service.ts`,
    without: 'return uses === 1 ?',
    instead: 'return uses > 0 ?',
    red: { file: attacks, test: 'opens nothing with an assertion whose id was used before' },
  },
  {
    guard: 'protocol of a connection',
    file: `${sso}/sign-in.service.ts`,
    without: `if ('response' in answer !== connection.is_saml) return { refused: { reason: 'mixUp' } };`,
    instead: '',
    red: { file: attacks, test: 'opens nothing as a code of OpenID Connect, and a code opens nothing here' },
  },
  {
    guard: 'people of another attribute',
    file: `${sso}/connections.service.ts`,
    without: ' && subject_attribute === row.subject_attribute',
    instead: ' && subject_attribute !== undefined',
    red: {
      file: connections,
      test: 'lets people in, gives rights by groups and knows them again; another issuer or name forgets them',
    },
  },
  {
    guard: 'length of keys of certificates',
    file: `${saml}/certificate.rules.ts`,
    without: `return bits < minBits ? { problem: 'short' }`,
    instead: `return bits < 1 ? { problem: 'short' }`,
    red: {
      file: connections,
      test: 'takes no settings of the other kind, and no certificate by which nothing can be checked',
    },
  },
  {
    guard: 'settings of one kind of connection',
    file: `${sso}/connections.service.ts`,
    without: 'if (others.some((name) => given[name] !== undefined)) throw invalid(connectionTexts.otherKind);',
    instead: 'if (others.length === 0) throw invalid(connectionTexts.otherKind);',
    red: {
      file: connections,
      test: 'takes no settings of the other kind, and no certificate by which nothing can be checked',
    },
  },
  {
    guard: 'letters of a posted answer',
    file: 'apps/server/src/platform/http/posted-answer.ts',
    without: 'return shape.test(value) ?',
    instead: 'return value !== String(shape) ?',
    red: {
      file: 'apps/server/src/platform/http/posted-answer.test.ts',
      test: 'adds nothing to the page that is not an answer',
    },
  },
];
