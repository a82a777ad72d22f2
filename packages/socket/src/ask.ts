import http from 'node:http';

/** Asks whoever listens on a socket. Rejects with a sentence unless the answer is 200. */
export const askSocket = (
  { socketPath, who, timeoutMs }: { socketPath: string; who: string; timeoutMs: number },
  method: string,
  path: string,
  body = '',
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    const outgoing = http.request({ socketPath, method, path, timeout: timeoutMs }, (incoming) => {
      if (incoming.statusCode === 200) resolve(incoming);
      else {
        incoming.resume();
        reject(new Error(`${who} answered ${incoming.statusCode} to ${method} ${path}`));
      }
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error(`${who} does not answer`)));
    // `on`, not `once`: when the other side is killed, the write may fail and then the read. An error that nobody listens
    // to ends the process.
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** The whole answer as text. Throws when it is longer than the limit. */
export const readText = async (incoming: AsyncIterable<Uint8Array>, mostBytes: number): Promise<string> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of incoming) {
    size += part.length;
    if (size > mostBytes) throw new Error(`The answer has more than ${mostBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
};
