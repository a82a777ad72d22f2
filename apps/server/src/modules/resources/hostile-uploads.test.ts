import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileMaxBytes } from '@patchkeep/contract/resources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printFigure } from '../../testkit/print-figure.ts';
import { uploadApp, type UploadApp } from '../../testkit/uploads.ts';
import { eicar, hasTools, makeArchive, makeMsi, makeSetup, startDatedClamd } from '../../testkit/uploads/scanner.ts';
import { lookAt, tusClient } from '../../testkit/uploads/tus-client.ts';

const work = mkdtempSync(join(tmpdir(), 'patchkeep-hostile-uploads-'));
let made: UploadApp;
let scanner: Awaited<ReturnType<typeof startDatedClamd>> | undefined;
let tus: ReturnType<typeof tusClient>;
let other: ReturnType<typeof tusClient>;
beforeAll(async () => {
  if (!hasTools()) return;
  made = await uploadApp();
  mkdirSync(join(work, 'clamd'));
  const limits = 'AlertExceedsMax yes\nAlertEncrypted yes\nAlertEncryptedArchive yes\nMaxScanSize 20M\nMaxFileSize 20M';
  scanner = await startDatedClamd(join(work, 'clamd'), limits);
  tus = tusClient(made.manager);
  other = tusClient(made.manager, 'installer');
});
afterAll(async () => {
  await scanner?.stop();
  await made?.close();
  rmSync(work, { recursive: true, force: true });
});

/** What came of an upload: refused at once, or by the examination, or locked up for two people. */
type Fate = 'refused' | 'unscannable' | 'clean' | 'waiting' | 'receiving';
interface Hostile {
  what: string;
  send: () => Promise<Fate>;
}

const exe = (bytes: number) => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(bytes - 2, 7)]);
const asFate = ({ status }: { status: number }): Fate => (status >= 400 ? 'refused' : 'receiving');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const look = async (id: string): Promise<Fate> => {
  const { state } = await lookAt(made, id, { clamd: scanner?.socket ?? '' });
  return state === 'examining' ? 'waiting' : state;
};
/** Each hostile upload makes room for the next: a site has room for some at once. */
const dropBegun = () => made.sql(`delete from site_resources where state in ('receiving', 'refused')`);

const endings = ['exe', 'msi', 'msp', 'mst', 'ps1'];
const badNames = (): Hostile[] =>
  endings.flatMap((ending) =>
    [
      `../../etc/cron.d/x.${ending}`,
      `..\\..\\windows\\x.${ending}`,
      `/etc/x.${ending}`,
      `C:\\x.${ending}`,
      `\\\\server\\share\\x.${ending}`,
      `x.${ending}:stream`,
      `nul.${ending}`,
      `COM1.${ending}`,
      `a\0b.${ending}`,
      `a\r\nX-Evil: 1.${ending}`,
      `a\u{202e}gpj.${ending}`,
      `a\u{200b}.${ending}`,
      `.${ending}`,
      `x.${ending}.`,
      `x.${ending} `,
      `"x".${ending}`,
      `<script>.${ending}`,
      `x*.${ending}`,
      `${'x'.repeat(300)}.${ending}`,
      `x.${ending}.zip`,
      `x/../y.${ending}`,
      `%2e%2e/x.${ending}`,
      `x\ty.${ending}`,
      `con.${ending}`,
      `prn.${ending}`,
      `aux.x.${ending}`,
      `LPT1.${ending}`,
      `x|y.${ending}`,
      `x?.${ending}`,
      `x>y.${ending}`,
    ].map((name) => ({ what: `name ${JSON.stringify(name)}`, send: async () => asFate(await tus.begin(name, 100)) })),
  );

const badHeaders = (): Hostile[] => {
  const lengths = ['-1', '1.5', '1e3', '0x10', 'NaN', '', '+5', '5x', '99999999999999999999', '0', '00', '5,6'];
  const metadata = ['filename', 'filename !!!', 'filename a b c', 'filename YQ==,filename Yg==', ', ,', 'x YQ=='];
  const named = `filename ${base64('x.exe')}`;
  const sent = (what: string, headers: Record<string, string>): Hostile => ({
    what,
    send: async () => asFate(await tus.begin('x.exe', 100, headers)),
  });
  return [
    ...lengths.map((length) => sent(`length ${JSON.stringify(length)}`, { 'upload-length': length })),
    ...metadata.map((text) => sent(`metadata ${text}`, { 'upload-metadata': text })),
    ...[fileMaxBytes + 1, 2 ** 40, Number.MAX_SAFE_INTEGER].map((size) =>
      sent(`size ${size}`, { 'upload-length': String(size) }),
    ),
    sent('both lengths', { 'upload-defer-length': '1', 'upload-metadata': named }),
    sent('another version', { 'tus-resumable': '9.9.9' }),
    sent('a stolen CSRF value', { 'x-csrf-token': 'x', 'upload-metadata': 'x' }),
    sent('a method in a header', { 'x-http-method-override': 'DELETE', 'upload-length': '-5' }),
  ];
};

const badParts = (): Hostile[] => {
  const of = (what: string, part: (id: string) => Promise<{ status: number }>): Hostile => ({
    what,
    async send() {
      const { siteResourceTag: id } = (await tus.begin('x.exe', 1_000)).body.siteResource;
      const fate = asFate(await part(id));
      expect((await tus.state(id)).body.siteResource.bytesDone).toBe(0);
      return fate;
    },
  });
  const offsets = ['1', '999', '1000', '1001', '-1', '1e3', 'x', '', '9007199254740993', '0.5'];
  const ids = ['..%2f..%2fetc', '..', '%00', randomUUID(), 'x'.repeat(36), `${randomUUID()}%2f..`, '0', '*'];
  return [
    ...offsets.map((offset) => of(`offset ${offset}`, (id) => tus.part(id, 0, exe(100), { 'upload-offset': offset }))),
    ...[1_001, 2_000, 50_000].map((bytes) => of(`${bytes} bytes of 1000`, (id) => tus.part(id, 0, exe(bytes)))),
    ...['application/json', 'text/plain', 'multipart/form-data'].map((type) =>
      of(`a part as ${type}`, (id) => tus.part(id, 0, exe(100), { 'content-type': type })),
    ),
    of('a part without the version', (id) => tus.part(id, 0, exe(100), { 'tus-resumable': '' })),
    of('another length with a part', (id) => tus.part(id, 0, exe(100), { 'upload-length': '100' })),
    of('the category of others', (id) => other.part(id, 0, exe(100))),
    of('a stranger', async (id) => tusClient(await made.app.signIn('stranger')).part(id, 0, exe(100))),
    of('a reader', async (id) => tusClient(await made.app.signIn('reader')).part(id, 0, exe(100))),
    of('nobody', (id) => tusClient(made.app.anonymous()).part(id, 0, exe(100))),
    ...ids.map((id) => of(`the id ${id}`, () => tus.part(id, 0, exe(100)))),
    ...Array.from({ length: 10 }, (_, no) => ({
      what: `race ${no} of two parts`,
      async send(): Promise<Fate> {
        const { siteResourceTag: id } = (await tus.begin('x.exe', 1_000)).body.siteResource;
        const both = await Promise.all([tus.part(id, 0, exe(500)), tus.part(id, 0, exe(700))]);
        expect(both.filter(({ status }) => status === 204)).toHaveLength(1);
        return asFate(both.find(({ status }) => status !== 204) ?? { status: 200 });
      },
    })),
  ];
};

const badContents = (): Hostile[] => {
  const msi = readFileSync(makeMsi(work, 'good.msi', '1.0'));
  const setup = readFileSync(makeSetup(work, 'good.exe', '1.0.0'));
  const virus = Buffer.from(eicar);
  const zipOf = (content: Buffer, name = 'x') => makeArchive([{ name, content }]);
  const whole = (what: string, name: string, content: Buffer, by = tus): Hostile => ({
    what: `${what} as ${name}`,
    async send() {
      const { siteResourceTag: id } = await by.send(name, content);
      return look(id);
    },
  });
  const others = (ending: string) =>
    ({
      exe: setup,
      msi,
      zip: zipOf(setup),
      zeros: Buffer.alloc(900),
      text: Buffer.from('hello'),
      script: Buffer.from('#!/bin/sh\nid'),
      html: Buffer.from('<script>alert(1)</script>'),
      elf: Buffer.from('\u{7f}ELF\0\0\0'),
    })[ending] ?? Buffer.from('x');
  const kinds = ['exe', 'msi', 'zip', 'zeros', 'text', 'script', 'html', 'elf'];
  const right: Record<string, readonly string[]> = {
    exe: ['exe'],
    msi: ['msi'],
    msp: ['msi'],
    mst: ['msi'],
    ps1: ['text', 'script', 'html'],
  };
  const wrong = endings.flatMap((ending) =>
    kinds
      .filter((kind) => right[ending]?.includes(kind) !== true)
      .map((kind) => whole(kind, `x.${ending}`, others(kind))),
  );
  const disguised = ['pdf', 'txt', 'jpg', 'zip', 'cab', 'deb', 'rpm', 'dat'].map((ending) =>
    whole('a program', `x.${ending}`, setup, other),
  );
  const secret = zipOf(Buffer.from('sealed'));
  secret.writeUInt16LE(1, 6);
  secret.writeUInt16LE(1, secret.indexOf('PK\u{1}\u{2}') + 8);
  const bomb = zipOf(Buffer.alloc(60 * 1024 ** 2));
  const layers = (content: Buffer, count: number): Buffer =>
    Array.from({ length: count }).reduce<Buffer>((inner) => zipOf(inner), content);
  const found = [
    ...[1, 2, 3, 4, 5].map((count) => whole(`EICAR in ${count} archives`, 'x.zip', layers(virus, count), other)),
    ...[1, 2, 3].map((count) =>
      whole(`EICAR in ${count} archives behind a program`, 'x.exe', Buffer.concat([setup, layers(virus, count)])),
    ),
    ...['ps1'].map((ending) => whole('EICAR', `x.${ending}`, virus)),
    ...['txt', 'com', 'dat', 'inf', 'xml', 'reg'].map((ending) => whole('EICAR', `x.${ending}`, virus, other)),
    whole('EICAR behind an MSI', 'x.msi', Buffer.concat([msi, virus])),
    whole('EICAR behind a program', 'x.exe', Buffer.concat([setup, virus])),
    whole('EICAR behind a script', 'x.ps1', Buffer.concat([Buffer.from('Write-Output 1\n'), virus])),
    ...[1, 2, 3, 4, 5].map((no) =>
      whole(`polyglot ${no} with EICAR`, 'x.exe', Buffer.concat([exe(1_000 * no), zipOf(virus), Buffer.alloc(no)])),
    ),
  ];
  const notSeen = [
    whole('a bomb', 'x.zip', bomb, other),
    whole('a bomb behind a program', 'x.exe', Buffer.concat([setup, bomb])),
    whole('an encrypted archive', 'x.zip', secret, other),
    whole('a file beyond the scanner', 'x.bin', Buffer.alloc(21 * 1024 ** 2, 1), other),
    whole('a program beyond the scanner', 'x.exe', exe(21 * 1024 ** 2)),
  ];
  return [...wrong, ...disguised, ...found, ...notSeen];
};

/** Installers cut off anywhere: nothing bad is known of them, and nothing good either. */
const cutOff = () => {
  const msi = readFileSync(makeMsi(work, 'cut.msi', '1.0'));
  const setup = readFileSync(makeSetup(work, 'cut.exe', '1.0.0'));
  const at = [0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.99];
  return [
    ...at.map((part) => ['x.msi', msi.subarray(0, Math.max(600, msi.length * part))] as const),
    ...at.map((part) => ['x.exe', setup.subarray(0, Math.max(100, setup.length * part))] as const),
  ];
};

describe.skipIf(!hasTools())('hostile uploads', () => {
  it('are refused or locked up, and leave no byte outside of the store and the quarantine', async () => {
    const all = [...badNames(), ...badHeaders(), ...badParts(), ...badContents()];
    const fates: [string, Fate][] = [];
    for (const [no, { what, send }] of all.entries()) {
      fates.push([what, await send()]);
      if (no % 8 === 7) await dropBegun();
    }
    expect(fates.filter(([, fate]) => fate !== 'refused' && fate !== 'unscannable')).toEqual([]);
    for (const [name, content] of cutOff()) {
      const { siteResourceTag: id } = await tus.send(name, content);
      const { facts } = await lookAt(made, id, { clamd: scanner?.socket ?? '' });
      expect(facts?.signature ?? 'unsigned').not.toBe('signed');
    }
    await dropBegun();
    const names = readdirSync(made.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const strange = names.filter(
      ({ name }) => !/^[0-9a-f]{64}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name),
    );
    expect(strange.map(({ name }) => name)).toEqual([]);
    const { rows } = await made.sql(`select encode(sha256, 'hex') as sha256, state from site_resources`);
    const kept = new Set((rows as { sha256: string }[]).map(({ sha256 }) => sha256));
    const inStore = names.map(({ name }) => name).filter((name) => name.length === 64);
    expect(inStore.filter((name) => !kept.has(name))).toEqual([]);
    expect(all.length + cutOff().length).toBeGreaterThanOrEqual(300);
    printFigure(`hostile uploads: ${all.length + cutOff().length}, deployable: 0, strange files: 0`);
  }, 400_000);
});
