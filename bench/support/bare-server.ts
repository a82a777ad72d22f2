import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The least a Node server can do: the same bytes, nothing looked at. */
const body = process.env['BODY'] ?? '';
const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
