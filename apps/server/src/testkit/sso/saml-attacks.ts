import {
  algorithms,
  assertionXml,
  responseXml,
  type Said,
  type SamlKey,
  signedResponse,
  type SignOptions,
  signXml,
  successStatus,
  timeIn,
} from './saml-provider.ts';

export interface SamlForge {
  /** What an honest identity provider would say. */
  said: Said;
  /** Its key, and one that it does not publish. */
  key: SamlKey;
  foreign: SamlKey;
  /** The id of the request of an earlier sign-in. */
  formerRequestId: string;
}
type Forged = (forge: SamlForge) => string;
const victim = 'subject of somebody else';

/** Other words, signed by the right key. */
const saying =
  (change: Partial<Said>): Forged =>
  ({ said, key }) =>
    signedResponse({ ...said, ...change }, key);
/** The assertion rewritten before it is signed. */
const writing =
  (rewrite: (assertion: string, forge: SamlForge) => string): Forged =>
  (forge) => {
    const honest = assertionXml(forge.said);
    const written = rewrite(honest, forge);
    if (written === honest) throw new Error('The attack changes nothing');
    return signXml(responseXml(forge.said, written), forge.key);
  };
const replacing = (from: string | RegExp, to: string): Forged => writing((assertion) => assertion.replace(from, to));
/** The whole rewritten after the assertion was signed. */
const altering =
  (rewrite: (xml: string, forge: SamlForge) => string): Forged =>
  (forge) => {
    const honest = signedResponse(forge.said, forge.key);
    const written = rewrite(honest, forge);
    if (written === honest) throw new Error('The attack changes nothing');
    return written;
  };
const signedBy =
  (options: SignOptions): Forged =>
  ({ said, key }) =>
    signXml(responseXml(said), key, 'Assertion', options);
/** A time of the assertion, so many seconds from now. */
const timed =
  (attribute: string, seconds: number, place = ''): Forged =>
  (forge) =>
    writing((assertion) => {
      const at = assertion.indexOf(` ${attribute}="`, assertion.indexOf(place)) + attribute.length + 3;
      return `${assertion.slice(0, at)}${timeIn(forge.said.now, seconds)}${assertion.slice(assertion.indexOf('"', at))}`;
    })(forge);

/** Parts of a signed response, for those who put it together anew. */
const partsOf = ({ said, key }: SamlForge, element: 'Assertion' | 'Response') => {
  const xml = signXml(responseXml(said), key, element);
  const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? '';
  const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
  const bare = assertion.replace(signature, '');
  const forged = (id = '_evil') =>
    bare.replace(/ ID="[^"]*"/, ` ID="${id}"`).replace(/>subject of [^<]*</, `>${victim}<`);
  return { xml, signature, assertion, bare, forged };
};
const afterIssuer = (assertion: string, added: string): string =>
  assertion.replace('</saml:Issuer>', `</saml:Issuer>${added}`);
const inObject = (signature: string, held: string): string =>
  signature.replace('</ds:Signature>', `<ds:Object>${held}</ds:Object></ds:Signature>`);

const wrapping: Record<string, [reason: string, Forged]> = {
  'wrapping 1: the signed response inside its own signature': [
    'structure',
    (forge) => {
      const { xml, signature, bare, forged } = partsOf(forge, 'Response');
      const held = inObject(signature, xml.replace(signature, ''));
      return xml
        .replace(signature, held)
        .replace(/ID="_r[^"]*"/, 'ID="_evil"')
        .replace(bare, forged('_evil2'));
    },
  ],
  'wrapping 2: the signed response beside its signature': [
    'structure',
    (forge) => {
      const { xml, signature, bare, forged } = partsOf(forge, 'Response');
      const original = xml.replace(signature, '');
      return xml
        .replace(signature, `${original}${signature}`)
        .replace(/ID="_r[^"]*"/, 'ID="_evil"')
        .replace(bare, forged('_evil2'));
    },
  ],
  'wrapping 3: a forged assertion before the signed one': [
    'structure',
    (forge) => {
      const { xml, assertion, forged } = partsOf(forge, 'Assertion');
      return xml.replace(assertion, `${forged()}${assertion}`);
    },
  ],
  'wrapping 4: the signed assertion inside the forged one': [
    'structure',
    (forge) => {
      const { xml, assertion, forged } = partsOf(forge, 'Assertion');
      return xml.replace(assertion, forged().replace('</saml:Assertion>', `${assertion}</saml:Assertion>`));
    },
  ],
  'wrapping 5: the signature in the forged assertion, the signed one after it': [
    'structure',
    (forge) => {
      const { xml, assertion, signature, bare, forged } = partsOf(forge, 'Assertion');
      return xml.replace(assertion, `${afterIssuer(forged(), signature)}${bare}`);
    },
  ],
  'wrapping 6: the signed assertion inside the signature of the forged one': [
    'structure',
    (forge) => {
      const { xml, assertion, signature, bare, forged } = partsOf(forge, 'Assertion');
      return xml.replace(
        assertion,
        afterIssuer(forged(), signature.replace('</ds:Signature>', `${bare}</ds:Signature>`)),
      );
    },
  ],
  'wrapping 7: the forged assertion in extensions, under the id of the signed one': [
    'structure',
    (forge) => {
      const { xml, forged } = partsOf(forge, 'Assertion');
      const extensions = `<samlp:Extensions>${forged(forge.said.assertionId)}</samlp:Extensions>`;
      return xml.replace('<samlp:Status>', `${extensions}<samlp:Status>`);
    },
  ],
  'wrapping 8: the signed assertion in an object of the signature of the forged one': [
    'structure',
    (forge) => {
      const { xml, assertion, signature, bare, forged } = partsOf(forge, 'Assertion');
      return xml.replace(assertion, afterIssuer(forged(), inObject(signature, bare)));
    },
  ],
  'wrapping: the forged assertion under the id of the signed one, with its signature': [
    'signature',
    (forge) => {
      const { xml, bare, assertion, signature } = partsOf(forge, 'Assertion');
      const forged = bare.replace(/>subject of [^<]*</, `>${victim}<`);
      return xml.replace(assertion, afterIssuer(forged, signature));
    },
  ],
  'wrapping: the signed assertion in an attribute of the forged one': [
    'structure',
    (forge) => {
      const { xml, assertion, forged } = partsOf(forge, 'Assertion');
      const value = /<saml:AttributeValue>[^<]*/;
      return xml.replace(assertion, forged().replace(value, `<saml:AttributeValue>${assertion}`));
    },
  ],
  'a reference to the response in the signature of the assertion': [
    'structure',
    altering((xml, { said }) => xml.replace(`URI="#${said.assertionId}"`, `URI="#${said.responseId}"`)),
  ],
  'a reference to the whole document': ['structure', altering((xml) => xml.replace(/URI="#[^"]*"/, 'URI=""'))],
  'two references': ['structure', altering((xml) => xml.replace(/<ds:Reference.*<\/ds:Reference>/s, '$&$&'))],
  'two signatures': ['structure', altering((xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/s, '$&$&'))],
  'two elements of one id': [
    'duplicateId',
    altering((xml, { said }) => xml.replace('<samlp:Status>', `<samlp:Status Id="${said.assertionId}">`)),
  ],
  'the id of the response under the name of the assertion': [
    'duplicateId',
    altering((xml, { said }) => xml.replace(said.responseId, said.assertionId)),
  ],
};

const signatures: Record<string, [reason: string, Forged]> = {
  'no signature': ['unsigned', ({ said }) => responseXml(said)],
  'a signature of the response only': ['unsigned', ({ said, key }) => signXml(responseXml(said), key, 'Response')],
  'an empty signature': [
    'structure',
    altering((xml) => xml.replace(/(<ds:Signature [^>]*>).*(<\/ds:Signature>)/s, '$1$2')),
  ],
  'the value of the signature taken out': [
    'signature',
    altering((xml) => xml.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')),
  ],
  'the value of another signature': [
    'signature',
    altering((xml, { said, key }) => {
      const other = /<ds:SignatureValue>[^<]*/.exec(signedResponse({ ...said, subject: victim }, key))?.[0] ?? '';
      return xml.replace(/<ds:SignatureValue>[^<]*/, other);
    }),
  ],
  'a foreign key': ['signature', ({ said, foreign }) => signedResponse(said, foreign)],
  'a foreign key that says that it is the right one': [
    'signature',
    ({ said, key, foreign }) => signedResponse(said, { ...foreign, certificate: key.certificate }),
  ],
  'a foreign signature of the response around an honest assertion': [
    'signature',
    ({ said, key, foreign }) => signXml(signedResponse(said, key), foreign, 'Response'),
  ],
  'SHA-1': ['algorithm', signedBy({ signature: algorithms.rsa1, digest: algorithms.sha1 })],
  'SHA-1 of the content only': ['algorithm', signedBy({ digest: algorithms.sha1 })],
  'an HMAC by the certificate': ['algorithm', signedBy({ signature: algorithms.hmac1 })],
  'a canonicalization that takes in what is around': [
    'algorithm',
    signedBy({ canonicalization: algorithms.inclusive, transforms: [algorithms.enveloped, algorithms.inclusive] }),
  ],
  'a canonicalization with comments': [
    'algorithm',
    signedBy({ transforms: [algorithms.enveloped, `${algorithms.exclusive}WithComments`] }),
  ],
  'no canonicalization': ['algorithm', signedBy({ transforms: [algorithms.enveloped] })],
  'a transform that picks what counts': [
    'algorithm',
    altering((xml) =>
      xml.replace(
        /<ds:Transform Algorithm="[^"]*enveloped-signature"[^>]*>/,
        '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
      ),
    ),
  ],
  'an algorithm that does not exist': [
    'algorithm',
    altering((xml) => xml.replace(algorithms.rsa256, 'http://www.w3.org/2001/04/xmldsig-more#none')),
  ],
  'another name under an honest signature': ['signature', altering((xml) => xml.replace('subject of ', 'Subject of '))],
  'another group under an honest signature': ['signature', altering((xml) => xml.replace('>everybody<', '>owners<'))],
  'one space more under an honest signature': ['signature', altering((xml) => xml.replace('>subject', '> subject'))],
  'another attribute under an honest signature': [
    'signature',
    altering((xml) => xml.replace('<saml:Attribute Name="email"', '<saml:Attribute x="y" Name="email"')),
  ],
};

const documents: Record<string, [reason: string, Forged]> = {
  'a comment in the name': ['forbiddenXml', altering((xml) => xml.replace('>subject of ', '>subject<!-- --> of '))],
  'a comment anywhere': ['forbiddenXml', altering((xml) => xml.replace('<samlp:Status>', '<!-- --><samlp:Status>'))],
  'CDATA in the name': ['forbiddenXml', altering((xml) => xml.replace('>subject of ', '><![CDATA[subject of ]]>'))],
  'an instruction': ['forbiddenXml', altering((xml) => xml.replace('<samlp:Status>', '<?x y?><samlp:Status>'))],
  'an instruction in front': ['forbiddenXml', altering((xml) => `<?xml-stylesheet href="http://127.0.0.1:1/"?>${xml}`)],
  'a document type': ['forbiddenXml', altering((xml) => `<!DOCTYPE x>${xml}`)],
  'an outer entity': [
    'forbiddenXml',
    altering((xml) =>
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml}`.replace('>subject of ', '>&e;subject of '),
    ),
  ],
  'an entity bomb': [
    'forbiddenXml',
    altering((xml) => {
      const grow = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`);
      return `<!DOCTYPE x [<!ENTITY e0 "x">${grow.join('')}]>${xml}`.replace('>subject of ', '>&e9;');
    }),
  ],
  'an entity without a document type': ['malformed', altering((xml) => xml.replace('>subject of ', '>&e;'))],
  'a document without end': ['tooLarge', altering((xml) => xml.replace('</samlp:Response>', ' '.repeat(140_000)))],
  'elements without end': [
    'tooLarge',
    altering((xml) => xml.replace('<samlp:Status>', `<samlp:Status>${'<x/>'.repeat(5_000)}`)),
  ],
  'elements in elements without end': [
    'tooLarge',
    altering((xml) => xml.replace('<samlp:Status>', `<samlp:Status>${'<x>'.repeat(40)}${'</x>'.repeat(40)}`)),
  ],
  'no XML': ['malformed', () => 'Response'],
  'half a document': ['malformed', altering((xml) => xml.slice(0, xml.length / 2))],
  'two documents': ['malformed', altering((xml) => `${xml}${xml}`)],
  'an attribute twice': [
    'signature',
    altering((xml) => xml.replace('<samlp:Response ', '<samlp:Response ID="_evil" ')),
  ],
  'a prefix of nothing': ['malformed', altering((xml) => xml.replace('<samlp:Status>', '<samlp:Status evil:x="">'))],
  'another kind of message': ['structure', altering((xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse'))],
  'an assertion on its own': ['structure', ({ said, key }) => signXml(assertionXml(said), key)],
  'an encrypted assertion': [
    'encrypted',
    altering((xml) => xml.replace('</samlp:Response>', '<saml:EncryptedAssertion/></samlp:Response>')),
  ],
  'an encrypted name': ['encrypted', replacing(/<saml:NameID.*<\/saml:NameID>/, '<saml:EncryptedID/>')],
  'a response of SAML 1.1': ['malformed', altering((xml) => xml.replace('Version="2.0"', 'Version="1.1"'))],
};

const aroundIt: Record<string, [reason: string, Forged]> = {
  'another destination': [
    'destination',
    altering((xml) => xml.replace('Destination="', 'Destination="https://evil.example/')),
  ],
  'no destination': ['destination', altering((xml) => xml.replace(/ Destination="[^"]*"/, ''))],
  'another request': ['request', saying({ requestId: '_another' })],
  'the request of an earlier sign-in': ['request', (forge) => saying({ requestId: forge.formerRequestId })(forge)],
  'no request, as if nobody had asked': [
    'request',
    altering((xml) => xml.replace(/(<samlp:Response[^>]*) InResponseTo="[^"]*"/, '$1')),
  ],
  'a response of another issuer around it': [
    'issuer',
    altering((xml, { said }) => xml.replace(`<saml:Issuer>${said.issuer}<`, '<saml:Issuer>https://evil.example<')),
  ],
  'a sign-in that failed': [
    'denied',
    ({ said }) => responseXml(said, '', successStatus.replace('status:Success', 'status:Responder')),
  ],
  'a sign-in that failed, with an assertion': [
    'denied',
    altering((xml) => xml.replace('status:Success', 'status:AuthnFailed')),
  ],
  'no status': ['structure', altering((xml) => xml.replace(successStatus, ''))],
  'success, and nobody': ['structure', ({ said }) => responseXml(said, '')],
  'a response of ten minutes ago': [
    'old',
    altering((xml, { said }) => xml.replace(/IssueInstant="[^"]*"/, `IssueInstant="${timeIn(said.now, -600)}"`)),
  ],
};

const said: Record<string, [reason: string, Forged]> = {
  'another issuer': ['issuer', replacing('</saml:Issuer>', '/evil</saml:Issuer>')],
  'the issuer with a space': ['issuer', replacing('</saml:Issuer>', ' </saml:Issuer>')],
  'no issuer': [
    'issuer',
    writing((assertion) => assertion.replace(/<saml:Issuer>.*<\/saml:Issuer>/, '<saml:Issuer/>')),
  ],
  'another audience': ['audience', saying({ entityId: 'https://another.example/saml' })],
  'an audience that begins as ours': ['audience', replacing('</saml:Audience>', '0</saml:Audience>')],
  'no audience': ['audience', replacing(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '')],
  'a second audience restriction without us': [
    'audience',
    replacing(
      '</saml:Conditions>',
      '<saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
    ),
  ],
  'no conditions': ['condition', replacing(/<saml:Conditions.*<\/saml:Conditions>/, '')],
  'a condition that nobody knows': [
    'condition',
    replacing('</saml:Conditions>', '<saml:Condition/></saml:Conditions>'),
  ],
  'another recipient': ['recipient', replacing('Recipient="', 'Recipient="https://evil.example/')],
  'no recipient': ['recipient', replacing(/ Recipient="[^"]*"/, '')],
  'another request in the confirmation': ['request', replacing('InResponseTo="_', 'InResponseTo="_x')],
  'no request in the confirmation': ['request', replacing(/ InResponseTo="[^"]*"/, '')],
  'no confirmation': ['confirmation', replacing(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, '')],
  'no data in the confirmation': ['confirmation', replacing(/<saml:SubjectConfirmationData [^>]*\/>/, '')],
  'a confirmation for who holds a key': ['confirmation', replacing('cm:bearer', 'cm:holder-of-key')],
  'a confirmation for a sender that vouches': ['confirmation', replacing('cm:bearer', 'cm:sender-vouches')],
  'a confirmation without end': [
    'confirmation',
    writing((assertion) => assertion.replace(/(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1')),
  ],
  'a confirmation that is over': ['expired', timed('NotOnOrAfter', -61, 'SubjectConfirmationData')],
  'conditions that are over': ['expired', timed('NotOnOrAfter', -61, 'saml:Conditions')],
  'conditions that begin later': ['clock', timed('NotBefore', 120, 'saml:Conditions')],
  'a time that is none': ['malformed', replacing(/NotBefore="[^"]*"/, 'NotBefore="2026-13-45T99:00:00Z"')],
  'a time in another zone': ['malformed', replacing(/NotBefore="[^"]*"/, 'NotBefore="2026-01-01T00:00:00+02:00"')],
  'issued in the future': ['clock', timed('IssueInstant', 120)],
  'issued ten minutes ago': ['old', timed('IssueInstant', -600)],
  'issued before the browser was sent': ['old', timed('IssueInstant', -120)],
  'a session that is over': [
    'expired',
    (forge) =>
      replacing(
        '<saml:AuthnStatement ',
        `<saml:AuthnStatement SessionNotOnOrAfter="${timeIn(forge.said.now, -120)}" `,
      )(forge),
  ],
  'nobody who signed in': ['notAuthenticated', replacing(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '')],
  'no subject': ['subject', replacing(/<saml:Subject>.*<\/saml:Subject>/, '')],
  'two subjects': ['subject', replacing(/<saml:Subject>.*<\/saml:Subject>/, '$&$&')],
  'no name': ['subject', replacing(/<saml:NameID.*<\/saml:NameID>/, '')],
  'an empty name': ['subject', saying({ subject: '' })],
  'a name without end': ['subject', saying({ subject: 'x'.repeat(257) })],
  'a name with a line break': ['subject', saying({ subject: 'a\nb' })],
  'a name for one session': ['subject', saying({ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' })],
  'an address as the name': ['subject', saying({ format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' })],
  'a name without a format': ['subject', replacing(/<saml:NameID Format="[^"]*"/, '<saml:NameID')],
  'a name for another application': [
    'subject',
    replacing('<saml:NameID ', '<saml:NameID SPNameQualifier="https://another.example" '),
  ],
  'a name of another identity provider': [
    'subject',
    replacing('<saml:NameID ', '<saml:NameID NameQualifier="https://evil.example" '),
  ],
  'an assertion of SAML 1.1': ['malformed', replacing('Version="2.0"', 'Version="1.1"')],
};

/** Answers that open nothing, each with why. */
export const samlAttacks: Record<string, [reason: string, Forged]> = {
  ...wrapping,
  ...signatures,
  ...documents,
  ...aroundIt,
  ...said,
};
