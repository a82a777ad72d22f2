const byteOf = { quote: 0x22, backslash: 0x5c, openBrace: 0x7b, closeBrace: 0x7d, openList: 0x5b, closeList: 0x5d };

interface Limits {
  maxItemBytes: number;
  /** Nesting no honest record has; deeper ones would take a parser's stack. */
  maxDepth: number;
}
const usual: Limits = { maxItemBytes: 16 * 1024 * 1024, maxDepth: 64 };
const maxKeyBytes = 200;

/**
 * The objects in one list of a JSON document, one text at a time: a year of NVD is a single document of hundreds of
 * megabytes, of which we never hold more than one record. `lists` names the document's keys whose lists are wanted.
 */
export async function* jsonItems(
  source: AsyncIterable<Buffer>,
  lists: readonly string[],
  { maxItemBytes, maxDepth }: Limits = usual,
): AsyncGenerator<string> {
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let isInList = false;
  let key: number[] = [];
  let item: Buffer[] | undefined;
  let size = 0;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > maxItemBytes) throw new Error(`A record is larger than ${maxItemBytes} bytes`);
    item?.push(chunk);
  };
  for await (const chunk of source) {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === byteOf.backslash) isEscaped = true;
        else if (byte === byteOf.quote) isInText = false;
        if (isInText && depth === 1 && key.length < maxKeyBytes) key.push(byte);
      } else if (byte === byteOf.quote) {
        isInText = true;
        if (depth === 1) key = [];
      } else if (byte === byteOf.openBrace || byte === byteOf.openList) {
        if (byte === byteOf.openList && depth === 1) isInList = lists.includes(Buffer.from(key).toString('utf8'));
        if (byte === byteOf.openBrace && depth === 2 && isInList) {
          item = [];
          size = 0;
          start = at;
        }
        depth += 1;
        if (depth > maxDepth) throw new Error(`The document is nested deeper than ${maxDepth}`);
      } else if (byte === byteOf.closeBrace || byte === byteOf.closeList) {
        depth -= 1;
        if (depth === 2 && item !== undefined) {
          take(chunk.subarray(start, at + 1));
          yield Buffer.concat(item).toString('utf8');
          item = undefined;
        }
        if (depth === 1) isInList = false;
      }
    }
    if (item !== undefined) take(chunk.subarray(start));
  }
  if (depth !== 0 || isInText) throw new Error('The document ends in the middle of a record');
}
