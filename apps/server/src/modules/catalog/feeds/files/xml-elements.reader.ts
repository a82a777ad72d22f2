import sax from 'sax';
import type { XmlElement } from './xml-element.rules.ts';

const maxDepth = 64;
const maxElements = 500_000;
const maxTextLength = 2_000_000;
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * The elements of these names, each with all that is in it, as they come: a document is never held as a whole. The
 * parser knows only the five entities of XML itself, so a document cannot make it expand others or fetch anything.
 */
export async function* xmlElements(
  source: AsyncIterable<Buffer>,
  names: readonly string[],
): AsyncGenerator<XmlElement> {
  const parser = sax.parser(true, { trim: false, normalize: false });
  const decoder = new TextDecoder('utf-8');
  const open: XmlElement[] = [];
  let ready: XmlElement[] = [];
  let depth = 0;
  let elements = 0;
  let failure: Error | undefined;
  const fail = (message: string): void => void (failure ??= new Error(message));

  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the parser has no other way
  parser.onerror = (error) => fail(`Not XML: ${error.message.split('\n')[0] ?? ''}`);
  parser.onopentag = ({ name, attributes }) => {
    depth += 1;
    if (depth > maxDepth) fail(`The document is nested deeper than ${maxDepth}`);
    if (open.length === 0 && !names.includes(local(name))) return;
    elements = open.length === 0 ? 0 : elements + 1;
    if (elements > maxElements) fail(`A record holds more than ${maxElements} elements`);
    const texts = Object.entries(attributes).map(([key, value]) => [local(key), String(value)] as const);
    const element: XmlElement = {
      name: local(name),
      attributes: Object.fromEntries(texts),
      text: '',
      children: [],
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  const take = (text: string): void => {
    const element = open.at(-1);
    if (element === undefined) return;
    element.text += text;
    if (element.text.length > maxTextLength) fail(`A text is longer than ${maxTextLength}`);
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above
  parser.ontext = take;
  parser.oncdata = take;
  parser.onclosetag = () => {
    depth -= 1;
    const element = open.pop();
    if (element !== undefined && open.length === 0) ready.push(element);
  };

  for await (const chunk of source) {
    parser.write(decoder.decode(chunk, { stream: true }));
    if (failure) throw failure;
    yield* ready;
    ready = [];
  }
  parser.close();
  if (failure) throw failure;
  yield* ready;
}
