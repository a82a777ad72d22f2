import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';

/** The parts of a call that a handler on the fast path may need. */
export interface FastPathCall {
  headers: IncomingMessage['headers'];
  url: string;
  id: string;
  readonly callerAddress: string;
}

export interface FastPathAnswer {
  status: number;
  body: string;
  headers?: Record<string, string | number>;
}

type FastPathHandler = (call: FastPathCall, body: Buffer) => Promise<FastPathAnswer>;

interface FastPathOptions {
  nextId: () => string;
  addressOf: (request: IncomingMessage) => string;
  /** Headers of every answer, as name and value in turn. */
  standing: readonly string[];
  /** While the server stops, an answer ends its connection. */
  isClosing: () => boolean;
  /** Called after every answer, as for answers of the framework. */
  answered: (call: { id: string; method: string; url: string }, route: string, status: number, ms: number) => void;
}

/** Resolves when the body is complete. A caller that disconnects before that gets no answer. */
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
 * Serves check-ins without the web framework, whose hooks and streams cost more than a check-in, which is the most
 * frequent call by far. The same handler is mounted here and in the framework; every unusual call goes to the framework.
 */
export const openFastPath = ({ nextId, addressOf, standing, isClosing, answered }: FastPathOptions) => {
  const handlers = new Map<string, { handle: FastPathHandler; bodyLimit: number }>();

  const answer = (response: ServerResponse, { status, body, headers = {} }: FastPathAnswer): void => {
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

  const serve = async (path: string, handle: FastPathHandler, request: IncomingMessage, response: ServerResponse) => {
    const began = performance.now();
    const body = await readBody(request, Number(request.headers['content-length']));
    const call: FastPathCall = {
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
    /** Serves calls of this path on the fast path; the handler must answer every failure itself. */
    open(path: string, bodyLimit: number, handle: FastPathHandler): void {
      handlers.set(path, { handle, bodyLimit });
    },
    serverFactory: (framework: RequestListener): Server =>
      createServer((request, response) => {
        const route = request.method === 'POST' ? handlers.get(request.url ?? '') : undefined;
        const { headers } = request;
        const length = Number(headers['content-length']);
        const isPlain =
          route !== undefined &&
          headers['content-type'] === 'application/json' &&
          headers['content-encoding'] === undefined &&
          headers['expect'] === undefined &&
          length > 0 &&
          length <= route.bodyLimit;
        if (route && isPlain) void serve(request.url ?? '', route.handle, request, response);
        else framework(request, response);
      }),
  };
};
export type FastPath = ReturnType<typeof openFastPath>;
