import {
  type AssertionRefusal,
  type ExpectedAssertion,
  judgeAssertion,
  judgeResponse,
  type SamlFacts,
} from './assertion.rules.ts';
import { judgeStructure, type StructureRefusal } from './signature.rules.ts';
import { verified } from './signed-xml.service.ts';
import { readStrictXml, type XmlRefusal } from './strict-xml.reader.ts';

export type SamlRefusal = XmlRefusal | StructureRefusal | AssertionRefusal | 'signature';
export type ReadResponse = { facts: SamlFacts } | { refusal: SamlRefusal; minutesOff?: number; detail?: string };

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;
const bytesOf = (response: string): Buffer | undefined => {
  const text = response.replace(/\s+/g, '');
  return base64.test(text) && text.length % 4 === 0 ? Buffer.from(text, 'base64') : undefined;
};

/**
 * Reads what an identity provider had a browser bring, by the certificates of its connection. What is taken from it
 * comes from signed bytes only.
 */
export const readSamlResponse = (
  given: string,
  certificates: readonly string[],
  expected: ExpectedAssertion,
): ReadResponse => {
  const bytes = bytesOf(given);
  const read = bytes ? readStrictXml(bytes) : { refusal: 'malformed' as const };
  if ('refusal' in read) return read;
  const structure = judgeStructure(read.root);
  if ('refusal' in structure) return structure;
  const { response, assertion, isResponseSigned } = structure;
  const signedResponse = isResponseSigned
    ? verified(read.text, { path: [], element: response }, certificates)
    : response;
  if (!signedResponse) return { refusal: 'signature' };
  const refused = judgeResponse(signedResponse, expected);
  if (refused) return refused;
  if (!assertion) return { refusal: 'structure' };
  const signed = verified(read.text, { path: ['Assertion'], element: assertion }, certificates);
  return signed ? judgeAssertion(signed, expected) : { refusal: 'signature' };
};
