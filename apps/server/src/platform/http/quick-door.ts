import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';

/** A call that came through the quick door: what of it a handler may need. */
export interface QuickCall {
  headers: IncomingMessage['headers'];
  url: string;
  id: string;
  readonly callerAddress: string;
}

export interface QuickAnswer {
  status: number;
  body: string;
  headers?: Record<string, string | number>;
}

type QuickHandler = (call: QuickCall, body: Buffer) => Promise<QuickAnswer>;

interface QuickDoorOptions {
  nextId: () => string;
  addressOf: (request: IncomingMessage) => string;
  /** Headers of every answer, as name and value in turn. */
  standing: readonly string[];
  /** While the server stops, an answer ends its connection. */
  isClosing: () => boolean;
  /** Told after every answer, as of those of the front door. */
  answered: (call: { id: string; method: string; url: string }, route: string, status: number, ms: number) => void;
}

/** The body, as soon as it is whole. A caller that goes away in the middle is simply never answered. */
const readBody = (request: IncomingMessage, length: number): Promise<Buffer> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size === length) resolve(chunks.length === 1 ? chunk : Buffer.concat(chunks));
    });
  });

/**
 * One kind of call is most of all calls: the check-in of a host that has nothing to say. It comes in here, beside the
 * framework, whose hooks and streams cost more than the check-in itself. The same handler is mounted on both doors;
 * whatever is unusual about a call sends it through the front door.
 */
export const quickDoor = ({ nextId, addressOf, standing, isClosing, answered }: QuickDoorOptions) => {
  const handlers = new Map<string, { handle: QuickHandler; bodyLimit: number }>();

  const answer = (response: ServerResponse, { status, body, headers = {} }: QuickAnswer): void => {
    const length = String(Buffer.byteLength(body));
    const named = Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
    response.writeHead(status, [
      'content-type',
      'application/json; charset=utf-8',
      'content-length',
      length,
      ...standing,
      ...(isClosing() ? ['connection', 'close'] : []),
      ...named,
    ]);
    response.end(body);
  };

  const serve = async (path: string, handle: QuickHandler, request: IncomingMessage, response: ServerResponse) => {
    const began = performance.now();
    const body = await readBody(request, Number(request.headers['content-length']));
    const call: QuickCall = {
      headers: request.headers,
      url: path,
      id: nextId(),
      get callerAddress() {
        return addressOf(request);
      },
    };
    const given = await handle(call, body);
    answer(response, given);
    answered({ id: call.id, method: 'POST', url: path }, path, given.status, performance.now() - began);
  };

  return {
    /** Lets calls of this path in by the quick door; the handler must answer every failure itself. */
    open(path: string, bodyLimit: number, handle: QuickHandler): void {
      handlers.set(path, { handle, bodyLimit });
    },
    serverFactory: (frontDoor: RequestListener): Server =>
      createServer((request, response) => {
        const quick = request.method === 'POST' ? handlers.get(request.url ?? '') : undefined;
        const { headers } = request;
        const length = Number(headers['content-length']);
        const isPlain =
          quick !== undefined &&
          headers['content-type'] === 'application/json' &&
          headers['content-encoding'] === undefined &&
          headers['expect'] === undefined &&
          length > 0 &&
          length <= quick.bodyLimit;
        if (quick && isPlain) void serve(request.url ?? '', quick.handle, request, response);
        else frontDoor(request, response);
      }),
  };
};
export type QuickDoor = ReturnType<typeof quickDoor>;
