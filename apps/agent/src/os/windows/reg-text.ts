/** A value of the registry: text of every kind, numbers, or bytes nobody asked about. */
export type RegValue = string | number | Buffer;
/** Values by name in lower case, as the registry compares them. */
export type RegKey = Map<string, RegValue>;

const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/\\\r?\n|\s/g, '')
      .split(',')
      .map((digits) => Number.parseInt(digits, 16) || 0),
  );
const utf16 = (bytes: Buffer): string => {
  const text = bytes.toString('utf16le');
  let end = text.length;
  while (end > 0 && text[end - 1] === '\0') end -= 1;
  return text.slice(0, end);
};

const readValue = (text: string): RegValue => {
  const [, kind = '', rest = ''] = /^([a-z]+(?:\([0-9a-f]+\))?):([\s\S]*)$/.exec(text) ?? [];
  switch (kind) {
    case 'dword':
      return Number.parseInt(rest, 16) || 0;
    case 'hex(1)':
    case 'hex(2)':
      return utf16(bytesOf(rest));
    case 'hex(7)':
      return utf16(bytesOf(rest)).replaceAll('\0', '\n');
    default:
      return bytesOf(rest);
  }
};

/** Windows writes only the first two; Wine also spells out control characters. */
const escapes: Record<string, string> = { '\\': '\\', '"': '"', n: '\n', r: '\r', '0': '\0' };

/** Walks the text character by character: a quoted value may hold line breaks, brackets and equals signs. */
class Scanner {
  readonly #text: string;
  #at = 0;
  constructor(text: string) {
    this.#text = text;
  }

  get isDone(): boolean {
    return this.#at >= this.#text.length;
  }
  peek(): string {
    return this.#text[this.#at] ?? '';
  }
  skipBlank(): void {
    while (/\s/.test(this.peek())) this.#at += 1;
  }
  /** The rest of the line. */
  line(): string {
    const end = this.#text.indexOf('\n', this.#at);
    const line = this.#text.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#text.length : end + 1;
    return line.replace(/\r$/, '');
  }
  /** The rest of the line and of those that continue it. */
  continuedLine(): string {
    let all = this.line();
    while (all.endsWith('\\') && !this.isDone) all = all.slice(0, -1) + this.line().trimStart();
    return all;
  }
  quoted(): string {
    let out = '';
    for (this.#at += 1; !this.isDone && this.peek() !== '"'; this.#at += 1) {
      if (this.peek() === '\\') {
        this.#at += 1;
        out += escapes[this.peek()] ?? this.peek();
      } else out += this.peek();
    }
    this.#at += 1;
    return out;
  }
  take(expected: string): boolean {
    if (this.peek() !== expected) return false;
    this.#at += 1;
    return true;
  }
}

/** The keys of a `.reg` text, by their full names. */
export const parseRegText = (text: string): Map<string, RegKey> => {
  const keys = new Map<string, RegKey>();
  let current: RegKey = new Map();
  const scanner = new Scanner(text);
  // The byte order mark and the line that names the format.
  scanner.line();
  for (scanner.skipBlank(); !scanner.isDone; scanner.skipBlank()) {
    const first = scanner.peek();
    if (first === '[') {
      const line = scanner.line();
      current = new Map();
      keys.set(line.slice(1, line.lastIndexOf(']')), current);
    } else if (first === '"' || first === '@') {
      const name = first === '"' ? scanner.quoted() : String(scanner.take('@') && '');
      if (!scanner.take('=')) scanner.line();
      else if (scanner.peek() === '"') current.set(name.toLowerCase(), scanner.quoted());
      else current.set(name.toLowerCase(), readValue(scanner.continuedLine()));
    } else scanner.line();
  }
  return keys;
};
