// The vendor of a test: serves a folder over HTTPS on every address of its network namespace, and writes down which
// addresses were connected to. Arguments: the folder, a certificate, its key, the file for the addresses.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const [folder = '', certificate = '', key = '', connections = ''] = process.argv.slice(2);

/** What stands behind a question mark only tells addresses apart. */
const contentOf = (name: string): Buffer => readFileSync(join(folder, basename(name.split('?', 1).join(''))));

/** Sends a file, or what is left of it; `most` cuts the connection after so many bytes. */
const sendFile = (request: IncomingMessage, response: ServerResponse, content: Buffer, most = Infinity): void => {
  const etag = `"${createHash('sha256').update(content).digest('hex')}"`;
  const { range, 'if-range': state } = request.headers;
  const from = range !== undefined && state === etag ? Number(/bytes=(\d+)-/.exec(range)?.[1] ?? 0) : 0;
  const rest = content.subarray(from);
  const head = { etag, 'content-length': rest.length };
  if (from > 0)
    response.writeHead(206, { ...head, 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` });
  else response.writeHead(200, head);
  if (rest.length <= most) response.end(rest);
  else response.write(rest.subarray(0, most), () => response.socket?.end());
};

let isFlipped = false;
const stalled = new Set<string>();
const isMixed = new Set<string>();
const answers: Record<string, (request: IncomingMessage, response: ServerResponse, name: string) => void> = {
  file: (request, response, name) => {
    if (existsSync(join(folder, basename(name.split('?', 1).join(''))))) sendFile(request, response, contentOf(name));
    else response.writeHead(404).end();
  },
  cut: (request, response, name) => sendFile(request, response, contentOf(name), 40_000),
  // Another file after the first cut.
  flip: (request, response, name) => {
    if (isFlipped) sendFile(request, response, contentOf(name));
    else sendFile(request, response, Buffer.alloc(100_000), 40_000);
    isFlipped = true;
  },
  // The rest of another file after the first cut, under the name of the same.
  mixed: (request, response, name) => {
    const content = contentOf(name);
    const etag = '"the same"';
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const size = content.length;
    if (from > 0) response.writeHead(206, { etag, 'content-range': `bytes ${from}-${size - 1}/${size}` });
    else response.writeHead(200, { etag, 'content-length': size });
    if (from > 0 || isMixed.has(name)) response.end(Buffer.alloc(size - from));
    else response.write(content.subarray(0, 40_000), () => response.socket?.end());
    isMixed.add(name);
  },
  // A part of the file and then nothing more, when it is asked for the first time.
  stall: (request, response, name) => {
    const content = contentOf(name);
    if (stalled.has(name)) return sendFile(request, response, content);
    stalled.add(name);
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, Math.ceil(Math.random() * (content.length - 1))));
  },
  // It says that the file is shorter, or longer, than it is.
  short: (_request, response, name) => {
    const content = contentOf(name);
    response.writeHead(200, { 'content-length': content.length - 100 }).end(content);
  },
  long: (_request, response, name) => {
    const content = contentOf(name);
    response.writeHead(200, { 'content-length': content.length + 100 }).write(content, () => response.socket?.end());
  },
  packed: (_request, response, name) =>
    void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(contentOf(name))),
  loop: (_request, response) => void response.writeHead(302, { location: '/loop/again' }).end(),
  // The rest of the path, decoded, is where it sends its visitors.
  to: (_request, response, name) => void response.writeHead(302, { location: decodeURIComponent(name) }).end(),
  huge: (_request, response) => void response.writeHead(200, { 'content-length': 5 * 1024 ** 3 }).write('begins'),
  endless: (_request, response) => {
    const more = (): void => void response.write(Buffer.alloc(65_536), (error) => error ?? more());
    more();
  },
  status: (_request, response, name) => void response.writeHead(Number(name)).end(),
};

const answer = (request: IncomingMessage, response: ServerResponse): void => {
  const [, kind = '', name = ''] = (request.url ?? '').split('/');
  const act = Object.hasOwn(answers, kind) ? answers[kind] : undefined;
  if (act) act(request, response, name);
  else response.writeHead(404).end();
};

const servers = [
  createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, answer).listen(443, '::'),
  createHttp(answer).listen(80, '::'),
];
let waiting = servers.length;
for (const server of servers) {
  server.on('connection', (socket) => appendFileSync(connections, `${socket.localAddress}\n`));
  server.on('listening', () => (waiting -= 1) > 0 || process.stdout.write('ready'));
}
