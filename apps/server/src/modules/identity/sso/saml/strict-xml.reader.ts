import sax from 'sax';
import type { XmlElement } from './xml-element.rules.ts';

export const xmlLimits = { bytes: 128 * 1024, depth: 32, elements: 4_000, attributes: 32 } as const;

interface Growing extends XmlElement {
  attributes: Map<string, string>;
  children: Growing[];
}

export type XmlRefusal =
  /** Longer, deeper or with more parts than any honest message. */
  | 'tooLarge'
  /** A document type, instruction, comment or CDATA: nothing that a message needs, and what attacks are made of. */
  | 'forbiddenXml'
  | 'malformed';
export type ReadXml = { root: XmlElement; text: string } | { refusal: XmlRefusal };

const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/';
/** The one instruction that may stand in front. */
const declaration =
  /^<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"utf-8"|'utf-8'))?(?: standalone=(?:"\w{2,3}"|'\w{2,3}'))? ?\?>\s*/i;
// oxlint-disable no-control-regex -- XML allows no other control characters
const notXml =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
// oxlint-enable no-control-regex
const otherReference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;

const decoded = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const attributesOf = (given: Readonly<Record<string, sax.QualifiedAttribute>>): Map<string, string> | undefined => {
  const attributes = new Map<string, string>();
  for (const { uri, local, value, prefix } of Object.values(given)) {
    if (uri === xmlnsNamespace || prefix === 'xmlns' || (prefix === '' && local === 'xmlns')) continue;
    const name = uri === '' ? local : `{${uri}}${local}`;
    if (attributes.has(name) || notXml.test(value)) return undefined;
    attributes.set(name, value);
  }
  return attributes;
};

/** Refuses everything of XML that a message of an identity provider has no need of. Knows no entities but XML's five. */
const treeOf = (text: string): { root: XmlElement } | { refusal: XmlRefusal } => {
  const parser = sax.parser(true, { xmlns: true, trim: false, normalize: false });
  const open: Growing[] = [];
  const found: { root?: Growing; refusal?: XmlRefusal } = {};
  const refuse = (refusal: XmlRefusal): void => void (found.refusal ??= refusal);
  let elements = 0;

  // oxlint-disable unicorn/prefer-add-event-listener -- the parser has no other way
  parser.onerror = () => {
    refuse('malformed');
    parser.error = null as unknown as Error;
  };
  parser.onopentag = (tag) => {
    const { uri, local, attributes: given } = tag as sax.QualifiedTag;
    const attributes = attributesOf(given);
    elements += 1;
    const isLarge =
      open.length >= xmlLimits.depth ||
      elements > xmlLimits.elements ||
      Object.keys(given).length > xmlLimits.attributes;
    if (isLarge) refuse('tooLarge');
    if (!attributes || (open.length === 0 && found.root)) refuse('malformed');
    const element: Growing = {
      namespace: uri,
      name: local,
      attributes: attributes ?? new Map(),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    found.root ??= element;
    open.push(element);
  };
  parser.ontext = (part) => {
    const element = open.at(-1);
    if (notXml.test(part)) refuse('malformed');
    if (element) element.text += part;
    else if (part.trim() !== '') refuse('malformed');
  };
  parser.onclosetag = () => {
    const element = open.pop();
    if (!element || element.children.length === 0) return;
    // Text between elements says nothing in any message: whoever reads it could read another thing than was meant.
    if (element.text.trim() !== '') refuse('malformed');
    element.text = '';
  };
  // oxlint-enable unicorn/prefer-add-event-listener
  parser.write(text).close();
  const { root, refusal } = found;
  return refusal === undefined && root ? { root } : { refusal: refusal ?? 'malformed' };
};

/** Reads a document, and gives the text that others may read too: without a declaration in front. */
export const readStrictXml = (bytes: Uint8Array): ReadXml => {
  if (bytes.length > xmlLimits.bytes) return { refusal: 'tooLarge' };
  const whole = decoded(bytes);
  if (whole === undefined) return { refusal: 'malformed' };
  // Ends of lines as XML wants every reader to see them.
  const text = whole.replace(declaration, '').replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  // Each of them begins so, and nothing else may.
  if (/<[!?]/.test(text)) return { refusal: 'forbiddenXml' };
  if (notXml.test(text) || otherReference.test(text)) return { refusal: 'malformed' };
  const read = treeOf(text);
  return 'root' in read ? { ...read, text } : read;
};
