import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { digestAlgorithms, signatureAlgorithms, withoutSignature } from './signature.rules.ts';
import { readStrictXml } from './strict-xml.reader.ts';
import { isSameTree, type XmlElement } from './xml-element.rules.ts';

const only = <T>(all: Record<string, T>, allowed: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => allowed.includes(name)));

/** The library mends what is broken and says so on the console; what needs mending was signed by nobody. */
const refuse = (_level: string, message: unknown): never => {
  throw new Error(String(message));
};

/** The signature that is a child of the element at this path, as the library wants it. */
const signatureAt = (text: string, path: readonly string[]): Node => {
  const document = new DOMParser({ errorHandler: refuse }).parseFromString(text, 'text/xml');
  let node: Node = document.documentElement;
  for (const name of [...path, 'Signature']) {
    const child = Array.from(node.childNodes).find((each) => (each as Partial<Element>).localName === name);
    if (!child) throw new Error(`There is no ${name}`);
    node = child;
  }
  return node;
};

/** The bytes that were signed, by one of the certificates; keys in the message are not looked at. */
const signedBytes = (text: string, path: readonly string[], certificates: readonly string[]): string | undefined => {
  for (const publicCert of certificates) {
    try {
      const verifier = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
      verifier.SignatureAlgorithms = only(verifier.SignatureAlgorithms, signatureAlgorithms);
      verifier.HashAlgorithms = only(verifier.HashAlgorithms, digestAlgorithms);
      verifier.loadSignature(signatureAt(text, path));
      const [bytes, ...others] = verifier.checkSignature(text) ? verifier.getSignedReferences() : [];
      if (bytes !== undefined && others.length === 0) return bytes;
    } catch {
      // Another certificate may fit.
    }
  }
  return undefined;
};

/**
 * The element as it was signed, read from the signed bytes themselves. Undefined where no certificate fits, or where
 * the library that checked the signature has read another thing in the message than we have.
 */
export const verified = (
  text: string,
  { path, element }: { path: readonly string[]; element: XmlElement },
  certificates: readonly string[],
): XmlElement | undefined => {
  const bytes = signedBytes(text, path, certificates);
  const read = bytes === undefined ? undefined : readStrictXml(Buffer.from(bytes));
  return read && 'root' in read && isSameTree(read.root, withoutSignature(element)) ? read.root : undefined;
};
