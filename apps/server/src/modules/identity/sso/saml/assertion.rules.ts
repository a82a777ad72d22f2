import { minuteMs } from '@patchkeep/rules/time-units';
import { groupsOf, shortText, type SignedFacts, skewSeconds } from '../id-token.rules.ts';
import { samlNamespaces } from './signature.rules.ts';
import { childrenNamed, type XmlElement } from './xml-element.rules.ts';

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const persistentFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const skewMs = skewSeconds * 1_000;
/** How old an answer may be: it comes straight from the identity provider. */
const ageMs = 5 * minuteMs;

/** Where identity providers put the address of a person; the first is what ours is told to use. */
const emailNames = [
  'email',
  'mail',
  'emailAddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
];
const personNames = [
  'displayName',
  'name',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
];

export interface ExpectedAssertion {
  issuer: string;
  /** What the identity provider knows this connection by. */
  entityId: string;
  /** The address of this connection that answers are posted to. */
  consumerAddress: string;
  /** The id of our request. */
  requestId: string;
  /** The attribute that names a person for good; null where the name identifier does. */
  subjectAttribute: string | null;
  groupsAttribute: string;
  /** The person was asked to sign in anew: an older sign-in at the identity provider does not count. */
  isProof: boolean;
  /** When the browser was sent to the identity provider. */
  begun: Date;
  now: Date;
}

export type AssertionRefusal =
  | 'malformed'
  /** The identity provider says that it did not sign anybody in. */
  | 'denied'
  | 'issuer'
  | 'destination'
  | 'request'
  | 'audience'
  | 'condition'
  | 'confirmation'
  | 'recipient'
  | 'notAuthenticated'
  | 'subject'
  | 'expired'
  | 'old'
  | 'clock'
  | 'oldSignIn';
/** What an identity provider knows somebody's session by. */
export interface SamlSession {
  name: string;
  format: string | null;
  nameQualifier: string | null;
  spNameQualifier: string | null;
  index: string | null;
}
export interface SamlFacts extends SignedFacts {
  /** Used once. */
  assertionId: string;
  /** Null where the subject has no name. */
  session: SamlSession | null;
}
type Refused<R> = { refusal: R; minutesOff?: number; detail?: string };
export type JudgedAssertion = { facts: SamlFacts } | Refused<AssertionRefusal>;

const inAssertion = (element: XmlElement, name: string): XmlElement[] =>
  childrenNamed(element, samlNamespaces.assertion, name);

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const timeOf = (text: string | undefined): number =>
  text !== undefined && instant.test(text) ? Date.parse(text) : Number.NaN;

const clockOff = (time: number, now: Date): Refused<'clock'> => ({
  refusal: 'clock',
  minutesOff: Math.round((time - now.getTime()) / minuteMs),
});

/** Not yet good, or good no more. A time that is there must be one. */
const judgeWindow = ({ attributes }: XmlElement, now: Date): Refused<AssertionRefusal> | undefined => {
  const [from, until] = ['NotBefore', 'NotOnOrAfter'].map((name) => attributes.get(name));
  const [begins, ends] = [timeOf(from), timeOf(until)];
  if ((from !== undefined && Number.isNaN(begins)) || (until !== undefined && Number.isNaN(ends)))
    return { refusal: 'malformed' };
  if (begins - now.getTime() > skewMs) return clockOff(begins, now);
  return ends <= now.getTime() - skewMs ? { refusal: 'expired' } : undefined;
};
/** Said a moment ago, and after we asked. */
const judgeIssued = ({ attributes }: XmlElement, { begun, now }: ExpectedAssertion) => {
  const issued = timeOf(attributes.get('IssueInstant'));
  if (Number.isNaN(issued)) return { refusal: 'malformed' } as const;
  if (issued - now.getTime() > skewMs) return clockOff(issued, now);
  const isOld = issued < now.getTime() - ageMs - skewMs || issued < begun.getTime() - skewMs;
  return isOld ? ({ refusal: 'old' } as const) : undefined;
};

const isIssuer = ({ text, children, attributes }: XmlElement, issuer: string): boolean =>
  text === issuer &&
  children.length === 0 &&
  (attributes.get('Format') ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity') ===
    'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';

/** What stands around the assertion. Unless it is signed too, it can only refuse. */
export const judgeResponse = (
  response: XmlElement,
  expected: ExpectedAssertion,
): Refused<AssertionRefusal> | undefined => {
  const { attributes } = response;
  if (attributes.get('Version') !== '2.0' || !attributes.get('ID')) return { refusal: 'malformed' };
  if (attributes.get('Destination') !== expected.consumerAddress) return { refusal: 'destination' };
  if (attributes.get('InResponseTo') !== expected.requestId) return { refusal: 'request' };
  if (inAssertion(response, 'Issuer').some((each) => !isIssuer(each, expected.issuer))) return { refusal: 'issuer' };
  const statuses = childrenNamed(response, samlNamespaces.protocol, 'Status');
  const codes = statuses.flatMap((each) => childrenNamed(each, samlNamespaces.protocol, 'StatusCode'));
  const [status] = codes;
  if (statuses.length !== 1 || codes.length !== 1 || !status) return { refusal: 'malformed' };
  if (status.attributes.get('Value') !== success) {
    const said = [status, ...status.children].map((each) => each.attributes.get('Value')?.split(':').at(-1) ?? '');
    return { refusal: 'denied', detail: shortText(said.join(' ').trim()) ?? 'no status' };
  }
  return judgeIssued(response, expected);
};

const judgeConditions = (assertion: XmlElement, expected: ExpectedAssertion): Refused<AssertionRefusal> | undefined => {
  const [conditions, ...others] = inAssertion(assertion, 'Conditions');
  if (!conditions || others.length > 0) return { refusal: 'condition' };
  const known = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);
  if (conditions.children.some(({ namespace, name }) => namespace !== samlNamespaces.assertion || !known.has(name)))
    return { refusal: 'condition' };
  const restrictions = inAssertion(conditions, 'AudienceRestriction');
  const isForUs = (restriction: XmlElement): boolean =>
    inAssertion(restriction, 'Audience').some(({ text }) => text === expected.entityId);
  if (restrictions.length === 0 || !restrictions.every(isForUs)) return { refusal: 'audience' };
  return judgeWindow(conditions, expected.now);
};

/** The one way to say that who brings the assertion is who it is about. */
const judgeConfirmation = (subject: XmlElement, expected: ExpectedAssertion): Refused<AssertionRefusal> | undefined => {
  const [confirmation, ...others] = inAssertion(subject, 'SubjectConfirmation');
  if (!confirmation || others.length > 0 || confirmation.attributes.get('Method') !== bearer)
    return { refusal: 'confirmation' };
  const [data, ...more] = inAssertion(confirmation, 'SubjectConfirmationData');
  if (!data || more.length > 0 || !data.attributes.has('NotOnOrAfter')) return { refusal: 'confirmation' };
  if (data.attributes.get('Recipient') !== expected.consumerAddress) return { refusal: 'recipient' };
  if (data.attributes.get('InResponseTo') !== expected.requestId) return { refusal: 'request' };
  return judgeWindow(data, expected.now);
};

const judgeAuthentication = (
  assertion: XmlElement,
  { begun, now, isProof }: ExpectedAssertion,
): Refused<AssertionRefusal> | undefined => {
  const statements = inAssertion(assertion, 'AuthnStatement');
  if (statements.length === 0) return { refusal: 'notAuthenticated' };
  for (const { attributes } of statements) {
    const [instantOf, end] = [timeOf(attributes.get('AuthnInstant')), attributes.get('SessionNotOnOrAfter')];
    if (Number.isNaN(instantOf) || (end !== undefined && Number.isNaN(timeOf(end)))) return { refusal: 'malformed' };
    if (instantOf - now.getTime() > skewMs) return clockOff(instantOf, now);
    if (timeOf(end) <= now.getTime() - skewMs) return { refusal: 'expired' };
    // Asked to sign in anew, only what comes after the question counts.
    if (isProof && instantOf < begun.getTime() - skewMs) return { refusal: 'oldSignIn' };
  }
  return undefined;
};

type Attributes = (...names: readonly string[]) => string[];
const attributesOf = (assertion: XmlElement): Attributes => {
  const listed = inAssertion(assertion, 'AttributeStatement').flatMap((each) => inAssertion(each, 'Attribute'));
  return (...names) =>
    listed
      .filter(({ attributes }) => names.includes(attributes.get('Name') ?? ''))
      .flatMap((each) => inAssertion(each, 'AttributeValue'))
      .map(({ text }) => text);
};
/** Several that differ are none: nobody could say which one is meant. */
const onlyOne = (values: readonly string[]): string | null => {
  const [first, ...others] = new Set(values);
  return others.length > 0 ? null : shortText(first);
};

/** A name that stays with one person. An address or a name for one session does not. */
const subjectOf = (
  subject: XmlElement,
  attributes: Attributes,
  { subjectAttribute, issuer, entityId }: ExpectedAssertion,
): string | null => {
  if (subjectAttribute !== null) return onlyOne(attributes(subjectAttribute));
  const [name, ...others] = inAssertion(subject, 'NameID');
  if (!name || others.length > 0 || name.children.length > 0) return null;
  const of = (attribute: string, fallback: string): string => name.attributes.get(attribute) ?? fallback;
  const isOurs = of('NameQualifier', issuer) === issuer && of('SPNameQualifier', entityId) === entityId;
  return isOurs && of('Format', '') === persistentFormat ? shortText(name.text) : null;
};

/** By what the identity provider finds the session when it is told that somebody signs out. */
const sessionOf = (assertion: XmlElement, subject: XmlElement): SamlSession | null => {
  const [name] = inAssertion(subject, 'NameID');
  const text = name && name.children.length === 0 ? shortText(name.text) : null;
  if (!name || text === null) return null;
  const [statement] = inAssertion(assertion, 'AuthnStatement');
  const of = (attribute: string): string | null => shortText(name.attributes.get(attribute));
  return {
    name: text,
    format: of('Format'),
    nameQualifier: of('NameQualifier'),
    spNameQualifier: of('SPNameQualifier'),
    index: shortText(statement?.attributes.get('SessionIndex')),
  };
};

/** The first of the sign-ins that an assertion names: a later one does not make that one younger. */
const authenticatedIn = (assertion: XmlElement): Date =>
  new Date(
    Math.min(...inAssertion(assertion, 'AuthnStatement').map((each) => timeOf(each.attributes.get('AuthnInstant')))),
  );

/** Judges what an assertion says, once its signature was right. Whose an address is, is no matter of the assertion. */
export const judgeAssertion = (assertion: XmlElement, expected: ExpectedAssertion): JudgedAssertion => {
  const assertionId = shortText(assertion.attributes.get('ID'));
  if (assertion.attributes.get('Version') !== '2.0' || assertionId === null) return { refusal: 'malformed' };
  const [issuer, ...otherIssuers] = inAssertion(assertion, 'Issuer');
  if (!issuer || otherIssuers.length > 0 || !isIssuer(issuer, expected.issuer)) return { refusal: 'issuer' };
  const [subject, ...otherSubjects] = inAssertion(assertion, 'Subject');
  if (!subject || otherSubjects.length > 0) return { refusal: 'subject' };
  const refused =
    judgeConditions(assertion, expected) ??
    judgeConfirmation(subject, expected) ??
    judgeIssued(assertion, expected) ??
    judgeAuthentication(assertion, expected);
  if (refused) return refused;
  const attributes = attributesOf(assertion);
  const named = subjectOf(subject, attributes, expected);
  if (named === null) return { refusal: 'subject' };
  return {
    facts: {
      assertionId,
      session: sessionOf(assertion, subject),
      authenticated: authenticatedIn(assertion),
      issuer: expected.issuer,
      subject: named,
      email: onlyOne(attributes(...emailNames)),
      name: onlyOne(attributes(...personNames)),
      groups: groupsOf(attributes(expected.groupsAttribute)),
    },
  };
};
