import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Header lines with continuations joined, by lower-cased name. */
  headers: Map<string, string>;
  /** The parts of the body by their type, decoded. */
  parts: Map<string, string>;
}

interface Conversation {
  mail: { from: string; to: string[] } | undefined;
}

const decoders: Record<string, (text: string) => string> = {
  'quoted-printable': (text) =>
    Buffer.from(
      text
        .replaceAll(/=\r\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
      'latin1',
    ).toString('utf8'),
  base64: (text) => Buffer.from(text, 'base64').toString('utf8'),
};

const readHeaders = (text: string): Map<string, string> =>
  new Map(
    text
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );

const split = (text: string): [head: string, body: string] => {
  const end = text.indexOf('\r\n\r\n');
  return [text.slice(0, end), text.slice(end + 4)];
};

/** The parts of a body by their type; those of a part that has parts itself are among them. */
const partsOf = (contentType: string, body: string): [type: string, content: string][] => {
  const [, boundary] = /boundary="([^"]+)"/.exec(contentType) ?? [];
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => {
      const [partHead, content] = split(part.replace(/^\r\n/, ''));
      const own = readHeaders(partHead);
      const type = own.get('content-type') ?? '';
      if (type.startsWith('multipart/')) return partsOf(type, content);
      const decode = decoders[own.get('content-transfer-encoding') ?? ''] ?? ((plain: string) => plain);
      return [[type.split(';')[0] ?? '', decode(content)] as [string, string]];
    });
};

const readMessage = (text: string): Pick<ReceivedMail, 'headers' | 'parts'> => {
  const [head, body] = split(text);
  const headers = readHeaders(head);
  return { headers, parts: new Map(partsOf(headers.get('content-type') ?? '', body)) };
};

/** What the server does instead of going on: it says nothing more, cuts the connection, or answers with a line. */
type Disturbance = 'hang' | 'cut' | `${4 | 5}${string}`;

/**
 * A mail server at the edge of the test: takes what a strict server takes (RFC 5321: one command a line, CRLF only,
 * lines of at most 1,000 bytes, MAIL before RCPT before DATA) and answers 5xx to everything else.
 */
export const startMailServer = async () => {
  const mails: ReceivedMail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  /** Before it takes a message, and after it has taken the last line of one. */
  const disturbed: { atData?: Disturbance | undefined; atEnd?: Disturbance | undefined } = {};
  /** How often it was disturbed so far. */
  const seen = { atData: 0, atEnd: 0 };

  const disturb = (at: keyof typeof seen, socket: Socket): boolean => {
    const how = disturbed[at];
    if (how === undefined) return false;
    seen[at] += 1;
    if (how === 'cut') socket.destroy();
    else if (how !== 'hang') socket.write(`${how}\r\n`);
    return true;
  };

  const reply = (line: string, talk: Conversation): string => {
    const [, from] = /^MAIL FROM:<([^<>\s]+)>(?: [\w=-]+)*$/i.exec(line) ?? [];
    const [, to] = /^RCPT TO:<([^<>\s]+)>$/i.exec(line) ?? [];
    if (/^EHLO \S+$/i.test(line)) return '250-mail.example\r\n250 8BITMIME';
    if (from !== undefined && !talk.mail) {
      talk.mail = { from, to: [] };
      return '250 OK';
    }
    if (to !== undefined && talk.mail) {
      talk.mail.to.push(to);
      return '250 OK';
    }
    if (/^DATA$/i.test(line) && talk.mail && talk.mail.to.length > 0) return '354 Go on';
    if (/^QUIT$/i.test(line)) return '221 Bye';
    return '503 Not now';
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    const talk: Conversation = { mail: undefined };
    let message: string[] | undefined;
    let pending = '';
    socket.write('220 mail.example ESMTP\r\n');
    const take = (line: string): void => {
      if (message === undefined) {
        commands.push(line);
        const answer = reply(line, talk);
        if (answer.startsWith('354') && disturb('atData', socket)) return;
        if (answer.startsWith('354')) message = [];
        socket.write(`${answer}\r\n`);
        if (answer.startsWith('221')) socket.end();
        return;
      }
      if (line !== '.') {
        message.push(line.startsWith('.') ? line.slice(1) : line);
        return;
      }
      const isSound = message.every((each) => each.length <= 998 && !/[\r\n]/.test(each));
      const isRefused = disturbed.atEnd !== undefined && /^[45]/.test(disturbed.atEnd);
      if (isSound && talk.mail && !isRefused) mails.push({ ...talk.mail, ...readMessage(message.join('\r\n')) });
      if (disturb('atEnd', socket)) [message, talk.mail] = [undefined, undefined];
      else {
        socket.write(isSound ? '250 Taken\r\n' : '550 A line is too long, or ends in less than CRLF\r\n');
        [message, talk.mail] = [undefined, undefined];
      }
    };
    socket.on('data', (data) => {
      pending += data.toString('latin1');
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        take(pending.slice(0, end));
        pending = pending.slice(end + 2);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    disturbed,
    seen,
    /** What clients said before and after messages. */
    commands,
    close(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
