import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';

export type Scan =
  | { state: 'clean' | 'inPart'; scanner: string; databaseOf: number | null }
  | { state: 'infected'; found: string; scanner: string; databaseOf: number | null }
  | { state: 'notScanned'; why: string };

/** clamd takes no more than this in one stream. */
const mostBytes = 2 * 1024 ** 3 - 1;
const chunkBytes = 1024 ** 2;
/** Scanning a large setup takes minutes; nothing at all for so long means that clamd hangs. */
const usualSilenceMs = 10 * 60_000;
const mostAnswer = 4_096;

/** Where clamd listens, and how long it may say nothing. */
interface Clamd {
  /** A socket, or host:port. */
  address: string;
  silenceMs: number;
}

const open = async ({ address, silenceMs }: Clamd): Promise<Socket> => {
  const [, host, port] = /^([^/]+):(\d+)$/.exec(address) ?? [];
  const socket = host === undefined ? connect(address) : connect(Number(port), host);
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('clamd did not answer in time')));
  await once(socket, 'connect');
  return socket;
};

/** All that clamd answers, up to the zero that ends it. */
const answerOf = async (socket: Socket): Promise<string> => {
  let text = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1');
    if (text.includes('\0') || text.length > mostAnswer) break;
  }
  return text.split('\0', 1).join('').slice(0, mostAnswer).trim();
};

const ask = async (clamd: Clamd, command: string): Promise<string> => {
  const socket = await open(clamd);
  try {
    socket.write(`z${command}\0`);
    return await answerOf(socket);
  } finally {
    socket.destroy();
  }
};

/** INSTREAM: parts with their lengths before them, an empty one at the end. */
const send = async (socket: Socket, path: string): Promise<void> => {
  socket.write('zINSTREAM\0');
  for await (const chunk of createReadStream(path, {
    end: mostBytes - 1,
    highWaterMark: chunkBytes,
  }) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    socket.write(length);
    if (!socket.write(chunk)) await once(socket, 'drain');
  }
  socket.write(Buffer.alloc(4));
};

/** When the signatures of clamd were made, from the text of VERSION; null without, as when only its own are loaded. */
export const databaseDate = (version: string): number | null => {
  const [, , date = ''] = version.split('/');
  const moment = Date.parse(date);
  return Number.isNaN(moment) ? null : moment;
};

/** What an answer of clamd to INSTREAM means. */
const verdictOf = (
  answer: string,
  isWhole: boolean,
): { state: 'clean' | 'inPart' } | { state: 'infected'; found: string } | undefined => {
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  // With AlertExceedsMax clamd tells like this that it did not look at everything.
  if (found?.startsWith('Heuristics.Limits.Exceeded')) return { state: 'inPart' };
  if (found !== undefined) return { state: 'infected', found };
  return answer === 'stream: OK' ? { state: isWhole ? 'clean' : 'inPart' } : undefined;
};

const scanWith = async (path: string, clamd: Clamd): Promise<Scan> => {
  const version = await ask(clamd, 'VERSION');
  const { size } = await stat(path);
  const socket = await open(clamd);
  try {
    // clamd answers and hangs up early when the stream is longer than its StreamMaxLength.
    const sent = send(socket, path).catch(() => undefined);
    const answer = await answerOf(socket);
    await Promise.race([sent, once(socket, 'close')]);
    const verdict = verdictOf(answer, size <= mostBytes);
    if (!verdict) return { state: 'notScanned', why: `clamd answered "${answer.slice(0, 200)}"` };
    const [scanner = ''] = version.split('/');
    return { ...verdict, scanner, databaseOf: databaseDate(version) };
  } finally {
    socket.destroy();
  }
};

/** Has clamd look at a file. Whatever goes wrong is "not scanned", never "clean". */
export const scanFile = async (path: string, clamd: string | undefined, silenceMs = usualSilenceMs): Promise<Scan> => {
  if (clamd === undefined) return { state: 'notScanned', why: 'no scanner is set: --clamd SOCKET' };
  try {
    return await scanWith(path, { address: clamd, silenceMs });
  } catch (error) {
    return { state: 'notScanned', why: (error as Error).message };
  }
};
