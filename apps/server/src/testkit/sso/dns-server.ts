import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';

const types: Record<number, 'A' | 'AAAA' | 'TXT'> = { 1: 'A', 28: 'AAAA', 16: 'TXT' };
type RecordType = (typeof types)[number];

const groupsOf = (address: string): number[] => {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: gap }, () => '0'), ...after].map((group) => Number.parseInt(group, 16));
};

const dataOf = (type: RecordType, value: string): Buffer => {
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  if (type === 'AAAA') return Buffer.from(groupsOf(value).flatMap((group) => [group >> 8, group & 255]));
  // A text is in parts of at most 255 bytes.
  const bytes = Buffer.from(value);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.of(part.length), part);
  }
  return Buffer.concat(parts);
};

const readQuestion = (query: Buffer): { name: string; type: RecordType | undefined; end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: types[query.readUInt16BE(at + 1)], end: at + 5 };
};

export interface DnsServer {
  /** As a setting takes it. */
  address: string;
  /** From now on the name has these addresses. */
  answer(name: string, ...addresses: string[]): void;
  /** What the name has once it was asked for an address. */
  answerNext(name: string, address: string): void;
  text(name: string, ...texts: string[]): void;
  asked(name: string, type: RecordType): number;
  close(): Promise<void>;
}

/** A DNS server on this machine that knows what a test tells it; all other names do not exist. */
export const dnsServer = async (): Promise<DnsServer> => {
  const known = new Map<string, { type: RecordType; value: string }[]>();
  const next = new Map<string, string>();
  const questions = new Map<string, number>();
  const addressRecord = (value: string) => ({ type: (isIPv4(value) ? 'A' : 'AAAA') as RecordType, value });
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    const key = `${type} ${name}`;
    questions.set(key, (questions.get(key) ?? 0) + 1);
    const records = known.get(name);
    const found = (records ?? []).filter((each) => each.type === type);
    const later = next.get(name);
    if (later !== undefined && type === 'A') known.set(name, [addressRecord(later)]);
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    // An answer, recursion wanted and available; code 3 says that there is no such name.
    head.writeUInt16BE(0x8180 | (records ? 0 : 3), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(found.length, 6);
    const answers = found.map(({ value }) => {
      const data = dataOf(type as RecordType, value);
      const fixed = Buffer.alloc(12);
      fixed.writeUInt16BE(0xc00c, 0);
      query.copy(fixed, 2, end - 4, end);
      fixed.writeUInt16BE(data.length, 10);
      return Buffer.concat([fixed, data]);
    });
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), from.port, from.address);
  });
  await new Promise<void>((done) => {
    socket.bind(0, '127.0.0.1', done);
  });
  return {
    address: `127.0.0.1:${socket.address().port}`,
    answer: (name, ...addresses) => void known.set(name, addresses.map(addressRecord)),
    answerNext: (name, address) => void next.set(name, address),
    text: (name, ...texts) =>
      void known.set(
        name,
        texts.map((value) => ({ type: 'TXT' as const, value })),
      ),
    asked: (name, type) => questions.get(`${type} ${name}`) ?? 0,
    close: () =>
      new Promise((done) => {
        socket.close(done);
      }),
  };
};
