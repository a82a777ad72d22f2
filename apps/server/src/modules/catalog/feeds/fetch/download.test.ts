import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { download } from './download.service.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-download-'));
const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));
afterAll(() => rmSync(folder, { recursive: true }));

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
};
const content = Buffer.from('0123456789'.repeat(20_000));
let no = 0;
const target = (): string => join(folder, `file${(no += 1)}`);
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('fetching a file', () => {
  it('follows a redirect within its host, and none to another', async () => {
    const other = await serve((_request, response) => void response.end('planted'));
    const address = await serve((request, response) => {
      if (request.url === '/moved') response.end(content);
      else response.writeHead(302, { location: request.url === '/away' ? other : '/moved' }).end();
    });
    const path = target();
    await download({ address, maxBytes: 1e6, path });
    expect(sha(readFileSync(path))).toBe(sha(content));
    const away = { address: address.replace('/file', '/away'), maxBytes: 1e6, path: target() };
    await expect(download(away)).rejects.toThrow('sends us to another host');
  });

  it('gives up on redirects without end', async () => {
    const address = await serve((_request, response) => void response.writeHead(302, { location: '/again' }).end());
    await expect(download({ address, maxBytes: 1e6, path: target() })).rejects.toThrow('on and on');
  });

  it('asks whether it is the one we have, and takes no for an answer', async () => {
    const seen: (string | undefined)[] = [];
    const address = await serve((request, response) => {
      seen.push(request.headers['if-none-match']);
      response.setHeader('etag', '"one"');
      if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end();
      else response.end(content);
    });
    const path = target();
    expect(await download({ address, maxBytes: 1e6, path })).toEqual({
      isUnchanged: false,
      etag: '"one"',
      lastModified: null,
    });
    expect(sha(readFileSync(path))).toBe(sha(content));
    const known = { etag: '"one"', lastModified: null };
    expect(await download({ address, maxBytes: 1e6, path, known })).toEqual({ isUnchanged: true });
    expect(seen).toEqual([undefined, '"one"']);
  });

  it('goes on where it broke off, when the file is still the same', async () => {
    const ranges: (string | undefined)[] = [];
    const address = await serve((request, response) => {
      const { range } = request.headers;
      ranges.push(range);
      const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
      response.writeHead(range === undefined ? 200 : 206, { etag: '"one"', 'content-length': content.length - from });
      if (range === undefined)
        response.write(content.subarray(0, 90_000), () => void setTimeout(() => response.destroy(), 100));
      else response.end(content.subarray(from));
    });
    const path = target();
    await expect(download({ address, maxBytes: 1e6, path })).rejects.toThrow('terminated');
    const partialBytes = readFileSync(path).length;
    expect(partialBytes).toBeGreaterThan(0);
    await download({ address, maxBytes: 1e6, path });
    expect(ranges).toEqual([undefined, `bytes=${partialBytes}-`]);
    expect(sha(readFileSync(path))).toBe(sha(content));
  });

  it('ends when the process stops, before an answer came and in the middle of one', async () => {
    const silent = await serve(() => undefined);
    const slow = await serve((_request, response) => {
      response.writeHead(200, { etag: '"one"' });
      response.write(content.subarray(0, 90_000));
    });
    for (const address of [silent, slow]) {
      const stopping = new AbortController();
      const path = target();
      const fetching = download({ address, maxBytes: 1e6, path, stopping: stopping.signal });
      setTimeout(() => stopping.abort(), 200);
      await expect(fetching).rejects.toThrow(/abort/);
    }
    servers.forEach((server) => server.closeAllConnections());
  });

  it('begins anew when the file has become another one meanwhile', async () => {
    const other = Buffer.from('another file');
    let isFirst = true;
    const address = await serve((request, response) => {
      if (isFirst) {
        isFirst = false;
        response.writeHead(200, { etag: '"one"', 'content-length': content.length });
        response.write(content.subarray(0, 90_000), () => void setTimeout(() => response.destroy(), 100));
        return;
      }
      expect(request.headers['if-range']).toBe('"one"');
      response.writeHead(200, { etag: '"two"' }).end(other);
    });
    const path = target();
    await expect(download({ address, maxBytes: 1e6, path })).rejects.toThrow('terminated');
    await download({ address, maxBytes: 1e6, path });
    expect(readFileSync(path)).toEqual(other);
  });

  it('refuses what is too large, and says who refused', async () => {
    const address = await serve((request, response) => {
      if (request.url === '/file') response.end(content);
      else response.writeHead(503).end();
    });
    await expect(download({ address, maxBytes: 1_000, path: target() })).rejects.toThrow('larger than 1000 bytes');
    await expect(download({ address: `${address}s`, maxBytes: 1_000, path: target() })).rejects.toThrow('answered 503');
    await expect(download({ address: 'gopher://x', maxBytes: 1, path: target() })).rejects.toThrow('Not an address');
  });
});
