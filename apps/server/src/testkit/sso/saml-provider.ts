import { execFileSync } from 'node:child_process';
import { sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';

export interface SamlKey {
  privateKey: string;
  certificate: string;
}

/** A key and the certificate that an identity provider made for itself. */
export const samlKey = (kind = 'rsa:2048'): SamlKey => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-saml-'));
  try {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const curve = kind === 'ec' ? ['-pkeyopt', 'ec_paramgen_curve:P-256'] : [];
    const made = ['-newkey', kind, ...curve, '-nodes', '-keyout', key, '-out', certificate, '-subj', '/CN=Contoso'];
    execFileSync('openssl', ['req', '-x509', '-days', '400', ...made], { stdio: 'ignore' });
    return { privateKey: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** What an identity provider reads in the address that a browser was sent to. */
export const readAuthnRequest = (address: string) => {
  const { searchParams, origin, pathname } = new URL(address);
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const of = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
  return {
    xml,
    address: `${origin}${pathname}`,
    state: searchParams.get('RelayState') ?? '',
    requestId: of('ID'),
    consumerAddress: of('AssertionConsumerServiceURL'),
    entityId: /<saml:Issuer>([^<]*)</.exec(xml)?.[1] ?? '',
    isForced: of('ForceAuthn') === 'true',
  };
};
export type AuthnRequest = ReturnType<typeof readAuthnRequest>;

/** The same of somebody who signs out. */
export const readLogoutRequest = (address: URL) => {
  const xml = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const of = (name: string): string => new RegExp(`<saml[a-z]*:${name}[^>]*>([^<]*)<`).exec(xml)?.[1] ?? '';
  return { entityId: of('Issuer'), subject: of('NameID'), state: address.searchParams.get('RelayState') ?? '' };
};

/** What an identity provider says of who has signed in there; a text that is null is left out. */
export interface Said {
  responseId: string;
  assertionId: string;
  issuer: string;
  entityId: string;
  consumerAddress: string;
  requestId: string;
  now: Date;
  subject: string;
  format: string;
  /** When the person signed in there, seen from now. */
  signedInSeconds: number;
  sessionIndex: string;
  attributes: Record<string, readonly string[]>;
}

const namespaces =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
export const timeIn = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1_000).toISOString();

export const assertionXml = (said: Said): string => {
  const { now, consumerAddress, requestId } = said;
  const attributes = Object.entries(said.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${escaped(name)}">${values
        .map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.assertionId}" Version="2.0" IssueInstant="${timeIn(now, 0)}"><saml:Issuer>${escaped(said.issuer)}</saml:Issuer><saml:Subject><saml:NameID Format="${said.format}">${escaped(said.subject)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${timeIn(now, 300)}" Recipient="${escaped(consumerAddress)}" InResponseTo="${requestId}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${timeIn(now, -30)}" NotOnOrAfter="${timeIn(now, 300)}"><saml:AudienceRestriction><saml:Audience>${escaped(said.entityId)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${timeIn(now, said.signedInSeconds)}" SessionIndex="${escaped(said.sessionIndex)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`;
};

export const successStatus =
  '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>';
export const responseXml = (said: Said, assertion = assertionXml(said), status = successStatus): string =>
  `<samlp:Response ${namespaces} ID="${said.responseId}" Version="2.0" IssueInstant="${timeIn(said.now, 0)}" Destination="${escaped(said.consumerAddress)}" InResponseTo="${said.requestId}"><saml:Issuer>${escaped(said.issuer)}</saml:Issuer>${status}${assertion}</samlp:Response>`;

export interface SignOptions {
  signature?: string;
  digest?: string;
  canonicalization?: string;
  transforms?: string[];
}
export const algorithms = {
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  rsa256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  rsa1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  hmac1: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  inclusive: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
} as const;

/** Signs the response or its assertion, with the signature after the issuer as the schema wants it. */
export const signXml = (
  xml: string,
  { privateKey, certificate }: SamlKey,
  element: 'Assertion' | 'Response' = 'Assertion',
  options: SignOptions = {},
): string => {
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: options.signature ?? algorithms.rsa256,
    canonicalizationAlgorithm: options.canonicalization ?? algorithms.exclusive,
  });
  if (options.signature === algorithms.hmac1) {
    signer.enableHMAC();
    signer.privateKey = certificate;
  }
  signer.addReference({
    xpath: `//*[local-name(.)='${element}']`,
    transforms: options.transforms ?? [algorithms.enveloped, algorithms.exclusive],
    digestAlgorithm: options.digest ?? algorithms.sha256,
  });
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
};

/**
 * Signs anew after the canonicalization of the content was told to keep prefixes, as some identity providers do. The
 * library that signs here cannot say so in that one place only.
 */
export const keepingPrefixes = (xml: string, { privateKey }: SamlKey, prefixes: string): string => {
  const kept = `<InclusiveNamespaces xmlns="${algorithms.exclusive}" PrefixList="${prefixes}"></InclusiveNamespaces>`;
  const before = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(xml)?.[0] ?? '';
  const info = before
    .replaceAll(/<ds:(\w+) Algorithm="([^"]*)" ?\/>/g, '<ds:$1 Algorithm="$2"></ds:$1>')
    .replace(`<ds:Transform Algorithm="${algorithms.exclusive}">`, `$&${kept}`);
  const canonical = info.replace('<ds:SignedInfo>', `<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">`);
  const value = sign('sha256', Buffer.from(canonical), privateKey).toString('base64');
  return xml.replace(before, info).replace(/(<ds:SignatureValue>)[^<]*/, `$1${value}`);
};

export const signedResponse = (said: Said, key: SamlKey): string => signXml(responseXml(said), key);
/** As a browser brings it. */
export const inBase64 = (xml: string): string => Buffer.from(xml).toString('base64');

/** What an honest identity provider says to a request. */
export const saidOf = (
  request: Pick<AuthnRequest, 'entityId' | 'consumerAddress' | 'requestId'>,
  { issuer, username, now }: { issuer: string; username: string; now: Date },
): Said => {
  const mark = `${now.getTime()}${Math.random().toString(36).slice(2)}`;
  return {
    responseId: `_r${mark}`,
    assertionId: `_a${mark}`,
    issuer,
    entityId: request.entityId,
    consumerAddress: request.consumerAddress,
    requestId: request.requestId,
    now,
    subject: `subject of ${username}`,
    format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    signedInSeconds: -5,
    sessionIndex: `_s${mark}`,
    attributes: { email: [username], displayName: ['Ada Lovelace'], groups: ['patchers', 'everybody'] },
  };
};
