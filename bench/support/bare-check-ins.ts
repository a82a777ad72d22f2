import { createHmac, hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * What a check-in costs a Node server that does nothing else: the body read, its digest and the MAC of the call worked
 * out, JSON in and out. No host is looked up, and nobody is refused.
 */
const answer = JSON.parse(process.env['BODY'] ?? '{}') as object;
const key = Buffer.alloc(32, 7);
const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const raw = await buffer(request);
  const digest = `sha-256=:${hash('sha256', raw, 'base64')}:`;
  const { headers, url } = request;
  const parameters = String(headers['signature-input']).slice(3);
  const signed = `"@method": POST\n"@path": ${url}\n"@query": ?\n"content-digest": ${digest}\n"@signature-params": ${parameters}`;
  const mac = createHmac('sha256', key).update(signed).digest('base64');
  const isGood = digest === headers['content-digest'] && mac === headers['signature'];
  const { lineage } = JSON.parse(raw.toString()) as { lineage: string };
  const body = JSON.stringify({ ...answer, isGood, lineage });
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
};
const server = createServer((request, response) => void answerTo(request, response));
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
