import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resourceCalls } from '@patchkeep/contract/resources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadApp, type UploadApp } from '../../testkit/uploads.ts';
import { eicar, hasTools, makeArchive, makeMsi, makeSetup, startDatedClamd } from '../../testkit/uploads/scanner.ts';
import { lookAt, tusClient } from '../../testkit/uploads/tus-client.ts';

const work = mkdtempSync(join(tmpdir(), 'patchkeep-examine-'));
let made: UploadApp;
let tus: ReturnType<typeof tusClient>;
let other: ReturnType<typeof tusClient>;
beforeAll(async () => {
  made = await uploadApp();
  tus = tusClient(made.manager);
  other = tusClient(made.manager, 'installer');
});
afterAll(async () => {
  await made?.close();
  rmSync(work, { recursive: true, force: true });
});

const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(5_000, 7)]);
const kept = () =>
  readdirSync(made.folder, { recursive: true }).filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{64}$/.test(String(name)));
const inQuarantine = (id: string) => readdirSync(join(made.folder, 'quarantine')).includes(id);
const sent = async (filename: string, content: Buffer) => (await tus.send(filename, content)).siteResourceTag;

/** A scanner that is there and does not do its work. */
const badScanner = async (name: string, meet: (socket: Socket) => void) => {
  const path = join(work, name);
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    meet(socket);
  });
  await new Promise<void>((listening) => void server.listen(path, listening));
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { path, stop };
};

describe('without a scanner that does its work', () => {
  it('a file waits, in words, and goes to no host: without one, with one that is gone, hangs, hangs up or talks nonsense', async () => {
    const id = await sent('setup.exe', exe);
    expect(await lookAt(made, id)).toMatchObject({ state: 'waiting', cause: 'noScanner', isDeployable: false });
    const gone = await lookAt(made, id, { clamd: join(work, 'nobody.sock') });
    expect(gone).toMatchObject({ state: 'waiting', cause: 'scannerSilent', isDeployable: false });
    const ways: [string, (socket: Socket) => void][] = [
      ['hangs', () => undefined],
      ['hangs-up', (socket) => socket.destroy()],
      ['nonsense', (socket) => socket.end('stream: OK maybe\0')],
      ['says-nothing', (socket) => socket.end('\0')],
    ];
    for (const [name, meet] of ways) {
      const scanner = await badScanner(`${name}.sock`, meet);
      const found = await lookAt(made, id, { clamd: scanner.path, silenceMs: 300 });
      expect([name, found]).toMatchObject([name, { state: 'waiting', isDeployable: false }]);
      scanner.stop();
    }
    expect(inQuarantine(id)).toBe(true);
    expect(kept()).toEqual([]);
    const { rows } = await made.sql(`select count(*)::int as waiting from graphile_worker.jobs where key = $1`, [
      `examine:${id}`,
    ]);
    expect(rows).toEqual([{ waiting: 1 }]);
  });

  it('what changed on the disk meanwhile is refused', async () => {
    const id = await sent('setup.exe', exe);
    writeFileSync(join(made.folder, 'quarantine', id), exe.subarray(0, 100));
    expect(await lookAt(made, id)).toMatchObject({ state: 'refused', cause: 'changed' });
    expect(inQuarantine(id)).toBe(false);
  });
});

describe.skipIf(!hasTools())('an examination', () => {
  let scanner: Awaited<ReturnType<typeof startDatedClamd>>;
  beforeAll(async () => {
    mkdirSync(join(work, 'clamd'));
    const limits =
      'AlertExceedsMax yes\nAlertEncrypted yes\nAlertEncryptedArchive yes\nMaxScanSize 20M\nMaxFileSize 20M';
    scanner = await startDatedClamd(join(work, 'clamd'), limits);
  });
  afterAll(() => scanner?.stop());
  const look = (id: string) => lookAt(made, id, { clamd: scanner.socket });

  it('puts what nothing is known of into the store, with what it says of itself', async () => {
    const msi = await look(await sent('tool.msi', readFileSync(makeMsi(work, 'tool.msi', '2.5.1'))));
    expect(msi).toMatchObject({ state: 'clean', cause: null, isDeployable: true });
    expect(msi.facts).toMatchObject({ kind: 'msi', version: '2.5.1', product: 'Example Tool', company: 'Vendor GmbH' });
    expect(msi.facts).toMatchObject({ architecture: 'x64', signature: 'unsigned', signedBy: null });
    const setup = await look(await sent('setup.exe', readFileSync(makeSetup(work, 'setup.exe', '2.5.1'))));
    expect(setup.facts).toMatchObject({ kind: 'exe', version: '2.5.1.0', company: 'Vendor GmbH' });
    expect(kept()).toHaveLength(2);
    expect(kept().join(' ')).toContain(msi.sha256);
    expect(inQuarantine(msi.siteResourceTag)).toBe(false);
  });

  it('tells of a file what it is and is for, how far it has come, what was found, and what it says of itself [CUST-15]', async () => {
    const content = readFileSync(makeMsi(work, 'details.msi', '3.1.4'));
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const begun = await other.begin('details.msi', content.length, {
      'upload-metadata': `filename ${base64('details.msi')},filetype ${base64('application/x-msi')}`,
    });
    const { siteResourceTag: id } = begun.body.siteResource;
    const now = made.app.clock.now.getTime();
    const whole = {
      siteResourceTag: id,
      category: 'installer',
      filename: 'details.msi',
      contentType: 'application/x-msi',
      size: content.length,
      bytesDone: content.length,
      cause: null,
      found: null,
      isDeployable: false,
      sha256: null,
      facts: null,
      createdAt: new Date(now).toISOString(),
      expiresAt: null,
    };
    const coming = { ...whole, state: 'receiving', expiresAt: new Date(now + 24 * 3_600_000).toISOString() };
    expect(begun.body.siteResource).toEqual({ ...coming, bytesDone: 0 });
    await other.part(id, 0, content.subarray(0, 100));
    expect((await other.state(id)).body.siteResource).toEqual({ ...coming, bytesDone: 100 });
    await other.part(id, 100, content.subarray(100));
    expect((await other.state(id)).body.siteResource).toEqual({ ...whole, state: 'waiting' });
    expect(await lookAt(made, id)).toEqual({ ...whole, state: 'waiting', cause: 'noScanner' });
    expect(await look(id)).toEqual({
      ...whole,
      state: 'clean',
      isDeployable: true,
      sha256: createHash('sha256').update(content).digest('hex'),
      facts: {
        kind: 'msi',
        architecture: 'x64',
        version: '3.1.4',
        product: 'Example Tool',
        company: 'Vendor GmbH',
        productCode: expect.stringMatching(/^\{[0-9A-F-]{36}\}$/),
        signature: 'unsigned',
        signedBy: null,
      },
    });
    const { siteResourceTag: bad } = await other.send('details.ps1', Buffer.from(eicar));
    expect(await look(bad)).toMatchObject({ state: 'refused', cause: 'found', found: expect.any(String) });
    const { siteResources } = (await made.manager.call(resourceCalls.installer.list, {})).body;
    expect(siteResources.map((each) => [each.filename, each.isUsed])).toContainEqual(['details.msi', false]);
  });

  it('refuses what the scanner knows, plain, packed and within installers, and keeps none of it', async () => {
    const before = kept();
    const bad = Buffer.from(eicar);
    const zip = makeArchive([{ name: 'eicar.com', content: bad }]);
    const files: [string, Buffer][] = [
      ['eicar.ps1', bad],
      ['eicar.txt', bad],
      ['eicar.zip', zip],
      ['twice.zip', makeArchive([{ name: 'inner.zip', content: zip }])],
      ['behind.exe', Buffer.concat([exe, zip])],
      [
        'evil.msi',
        readFileSync(
          makeMsi(work, 'evil.msi', '1.0', {
            more: `<Property Id="E" Value="${eicar.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"/>`,
          }),
        ),
      ],
    ];
    for (const [name, content] of files) {
      const { siteResourceTag } = await other.send(name, content);
      expect([name, await look(siteResourceTag)]).toMatchObject([
        name,
        { state: 'refused', cause: 'found', found: expect.stringContaining('Own.Eicar') },
      ]);
    }
    expect(kept()).toEqual(before);
  });

  it('calls unscannable what the scanner could not look at', async () => {
    const bomb = makeArchive([{ name: 'zeros', content: Buffer.alloc(60 * 1024 ** 2) }]);
    const secret = makeArchive([{ name: 'secret', content: Buffer.from('sealed') }]);
    // The flag of an encrypted member, in both of its headers.
    secret.writeUInt16LE(1, 6);
    secret.writeUInt16LE(1, secret.indexOf('PK\u{1}\u{2}') + 8);
    for (const [name, content, cause] of [
      ['bomb.zip', bomb, 'limits'],
      ['secret.zip', secret, 'encrypted'],
    ] as const) {
      const found = await look((await other.send(name, content)).siteResourceTag);
      expect([name, found]).toMatchObject([name, { state: 'unscannable', cause, isDeployable: false }]);
    }
  });
});
