import { childrenNamed, isNamed, withDescendants, type XmlElement } from './xml-element.rules.ts';

export const samlNamespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const enveloped = `${samlNamespaces.signature}enveloped-signature`;
/** By a pair of keys, and nothing below SHA-256: with a shared secret, the public key would be that secret. */
export const signatureAlgorithms = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
];
export const digestAlgorithms = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];

export type StructureRefusal =
  /** Not one response with one assertion, or signatures where none belong. */
  | 'structure'
  /** Two elements of one name: each reader could take another one. */
  | 'duplicateId'
  | 'encrypted'
  | 'unsigned'
  | 'algorithm';

export interface SignedResponse {
  response: XmlElement;
  /** Absent in an answer that says that nobody was signed in. */
  assertion: XmlElement | undefined;
  isResponseSigned: boolean;
}

const inSignature = (element: XmlElement, name: string): XmlElement[] =>
  childrenNamed(element, samlNamespaces.signature, name);

/** A transform, with nothing in it but the prefixes that exclusive canonicalization may be told to keep. */
const isPlain = ({ children, attributes }: XmlElement, algorithm: string): boolean =>
  attributes.get('Algorithm') === algorithm &&
  attributes.size === 1 &&
  children.every((child) => algorithm === exclusive && isNamed(child, exclusive, 'InclusiveNamespaces')) &&
  children.length <= 1;

const namesOf = ({ children }: XmlElement): string => children.map(({ name }) => name).join();

/** Signs its own parent as a whole, by algorithms that are allowed. What it says of its key is not looked at. */
const judgeSignature = (signature: XmlElement, parent: XmlElement): StructureRefusal | undefined => {
  const [info] = inSignature(signature, 'SignedInfo');
  if (!info || !/^SignedInfo,SignatureValue(?:,KeyInfo)?$/.test(namesOf(signature))) return 'structure';
  const [reference] = inSignature(info, 'Reference');
  if (!reference || namesOf(info) !== 'CanonicalizationMethod,SignatureMethod,Reference') return 'structure';
  const [canonicalization, method] = info.children;
  const [transforms, digest] = reference.children;
  if (!canonicalization || !method || !transforms || !digest) return 'structure';
  if (namesOf(reference) !== 'Transforms,DigestMethod,DigestValue') return 'structure';
  const id = parent.attributes.get('ID') ?? '';
  if (id === '' || reference.attributes.get('URI') !== `#${id}`) return 'structure';
  const [first, second] = transforms.children;
  if (transforms.children.length !== 2 || !first || !second) return 'algorithm';
  const isCanonical = isPlain(canonicalization, exclusive) && isPlain(first, enveloped) && isPlain(second, exclusive);
  const isStrong =
    signatureAlgorithms.some((algorithm) => isPlain(method, algorithm)) &&
    digestAlgorithms.some((algorithm) => isPlain(digest, algorithm));
  return isCanonical && isStrong ? undefined : 'algorithm';
};

const idsOf = ({ attributes }: XmlElement): string[] =>
  [...attributes].flatMap(([name, value]) => (/^(?:\{[^}]*\})?id$/i.test(name) ? [value] : []));

/** The parts that a response may have, in their order. */
const inOrder = /^(?:Issuer,)?(?:Signature,)?Status(?:,Assertion)?$/;

/**
 * Whether the response has the one form in which there is nothing to mistake: one assertion, in its place, with a
 * signature of its own. Whether the signatures are right comes after this.
 */
export const judgeStructure = (root: XmlElement): SignedResponse | { refusal: StructureRefusal } => {
  const all = withDescendants(root);
  const ids = all.flatMap(idsOf);
  if (all.some(({ name }) => name.startsWith('Encrypted'))) return { refusal: 'encrypted' };
  if (!isNamed(root, samlNamespaces.protocol, 'Response') || !inOrder.test(namesOf(root)))
    return { refusal: 'structure' };
  const [assertion, ...others] = all.filter(({ name }) => name === 'Assertion');
  const isInPlace =
    assertion === undefined || childrenNamed(root, samlNamespaces.assertion, 'Assertion')[0] === assertion;
  if (others.length > 0 || !isInPlace) return { refusal: 'structure' };
  if (new Set(ids).size < ids.length) return { refusal: 'duplicateId' };
  const [ofResponse] = inSignature(root, 'Signature');
  const [ofAssertion] = assertion ? inSignature(assertion, 'Signature') : [];
  const ours = [ofResponse, ofAssertion].filter((each) => each !== undefined);
  if (all.filter(({ name }) => name === 'Signature').length !== ours.length) return { refusal: 'structure' };
  const refusal =
    (ofResponse && judgeSignature(ofResponse, root)) ??
    (ofAssertion && assertion ? judgeSignature(ofAssertion, assertion) : undefined);
  if (refusal !== undefined) return { refusal };
  if (assertion && !ofAssertion) return { refusal: 'unsigned' };
  return { response: root, assertion, isResponseSigned: ofResponse !== undefined };
};

/** What a signature in its own parent does not cover: itself. */
export const withoutSignature = (element: XmlElement): XmlElement => ({
  ...element,
  children: element.children.filter((child) => !isNamed(child, samlNamespaces.signature, 'Signature')),
});
