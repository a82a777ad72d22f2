import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsOf } from '@patchkeep/evidence/facts';
import { databaseDate, scanFile } from '@patchkeep/evidence/scan';
import { signatureOf } from '@patchkeep/evidence/signature';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Authority, createAuthority } from '../testkit/authority.ts';
import { eicar, evilMark, startClamd } from '../testkit/clamd.ts';
import { borrowSignature, makeMsi, makeSetup, productCode, sign } from '../testkit/installers.ts';
import { hasTools } from '../testkit/tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-evidence-'));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy of a file with one byte changed, or with bytes behind its end. */
const changed = (path: string, name: string, change: number | string): string => {
  copyFileSync(path, at(name));
  if (typeof change === 'string') appendFileSync(at(name), change);
  else {
    const bytes = readFileSync(path);
    bytes[change] = (bytes[change] ?? 0) ^ 1;
    writeFileSync(at(name), bytes);
  }
  return at(name);
};

describe.skipIf(!hasTools())('what a file says of itself', () => {
  let authority: Authority;
  let setup = '';
  let msi = '';
  beforeAll(() => {
    authority = createAuthority(folder, 'Code');
    setup = makeSetup(folder, 'setup.exe', '2.5.1');
    msi = makeMsi(folder, 'tool.msi', '2.5.1');
  });
  const look = async (path: string, roots = authority.root) =>
    signatureOf({ path, hasSignature: (await factsOf(path)).hasSignature }, roots);

  it('is read from MSI and setups, whatever they are called', async () => {
    expect(await factsOf(setup)).toMatchObject({
      kind: 'exe',
      architecture: 'x86',
      versions: ['2.5.1.0', '2.5.1'],
      hasSignature: false,
      product: 'Example Tool',
      company: 'Vendor GmbH',
    });
    copyFileSync(msi, at('msi-named.exe'));
    expect(await factsOf(at('msi-named.exe'))).toEqual({
      kind: 'msi',
      architecture: 'x64',
      versions: ['2.5.1'],
      hasSignature: false,
      addedBytes: 0,
      isForMachine: true,
      needsFolder: false,
      product: 'Example Tool',
      company: 'Vendor GmbH',
      productCode,
      upgradeCode: '{AAAAAAAA-2222-3333-4444-555555555555}',
    });
    expect(await factsOf(makeMsi(folder, 'beside.msi', '2.5.1', { isWhole: false }))).toMatchObject({
      needsFolder: true,
    });
    writeFileSync(at('text.msi'), 'not an installer');
    expect(await factsOf(at('text.msi'))).toMatchObject({ kind: 'other', versions: [] });
  });

  it('who signed it is read from the certificate, and only a whole signature under our roots counts', async () => {
    const vendor = authority.publisher('Vendor GmbH');
    const signedSetup = sign(setup, at('signed.exe'), vendor);
    const signedMsi = sign(msi, at('signed.msi'), vendor);
    const signed = { state: 'signed', by: { organisation: 'Vendor GmbH', country: 'DE', root: expect.any(String) } };
    expect(await look(signedSetup)).toEqual(signed);
    expect(await look(signedMsi)).toEqual(signed);
    expect(await look(setup)).toEqual({ state: 'unsigned' });
    expect(await look(msi)).toEqual({ state: 'unsigned' });

    const broken = { state: 'broken' };
    expect(await look(changed(signedSetup, 'flipped.exe', 5_000))).toEqual(broken);
    expect(await look(changed(signedSetup, 'longer.exe', 'appended'))).toEqual(broken);
    expect(await look(changed(signedMsi, 'flipped.msi', readFileSync(signedMsi).indexOf('Vendor GmbH')))).toEqual(
      broken,
    );
    const stranger = createAuthority(folder, 'Strange');
    expect(await look(signedSetup, stranger.root)).toEqual(broken);
    // A certificate for web servers signs no programs.
    expect(await look(sign(setup, at('web.exe'), authority.server()))).toEqual(broken);
    // The first signature counts: a good one that is nested in a foreign one does not help.
    const foreign = sign(setup, at('foreign.exe'), stranger.publisher('Evil Ltd'));
    expect(await look(sign(foreign, at('nested.exe'), vendor, '-nest'))).toEqual(broken);
    const evil = authority.publisher('Evil Ltd');
    const other = makeSetup(folder, 'other.exe', '2.5.2');
    const borrowed = borrowSignature(signedSetup, other, at('borrowed.exe'));
    expect(await look(borrowed)).toEqual(broken);
    expect(await look(sign(borrowed, at('borrowed-nested.exe'), evil, '-nest'))).toEqual(broken);
    // Whatever certificates lie beside it, who signed is who signed.
    expect(await look(sign(setup, at('chain.exe'), vendor, '-ac', authority.root))).toEqual(signed);
    const byEvil = { state: 'signed', by: { ...signed.by, organisation: 'Evil Ltd' } };
    expect(await look(sign(setup, at('stuffed.exe'), evil, '-ac', vendor.certificate))).toEqual(byEvil);
    // Anybody can write another organisation's name into a field that is not checked, such as the description.
    const described = sign(setup, at('described.exe'), evil, '-n', 'O=Vendor GmbH');
    expect(await look(described)).toEqual(byEvil);
  });
});

describe.skipIf(!hasTools())('the scan of a file', () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  beforeAll(async () => {
    clamd = await startClamd(folder);
  });
  afterAll(() => clamd.stop());

  const scan = (content: string | Buffer, socket = clamd.socket) => {
    writeFileSync(at('scanned'), content);
    return scanFile(at('scanned'), socket);
  };

  it('finds what the signatures of the scanner name, also within a setup', async () => {
    expect(await scan('nothing bad')).toMatchObject({ state: 'clean', databaseOf: null });
    expect(await scan(eicar)).toMatchObject({ state: 'infected', found: 'Own.Eicar.UNOFFICIAL' });
    expect(await scan(Buffer.concat([Buffer.alloc(3_000_000, 'x'), Buffer.from(evilMark)]))).toMatchObject({
      state: 'infected',
    });
    writeFileSync(at('evil.txt'), evilMark.repeat(50));
    const setup = makeSetup(folder, 'evil.exe', '1.0.0', 'Section\nFile evil.txt\nSectionEnd');
    expect(readFileSync(setup).includes(evilMark)).toBe(false);
    expect(await scanFile(setup, clamd.socket)).toMatchObject({ state: 'infected' });
  });

  it('is no scan without a scanner, or with one that says anything else', async () => {
    expect(await scan('x', at('nobody.sock'))).toMatchObject({ state: 'notScanned' });
    expect(await scanFile(at('scanned'), undefined)).toMatchObject({ state: 'notScanned' });
    expect(await scanFile(at('missing'), clamd.socket)).toMatchObject({ state: 'notScanned' });
  });

  it('knows how old the signatures of the scanner are', () => {
    expect(databaseDate('ClamAV 1.4.6')).toBeNull();
    expect(databaseDate('ClamAV 1.4.6/27821/')).toBeNull();
    expect(databaseDate('ClamAV 1.4.6/27821/Mon Nov 16 08:25:11 2026')).toBe(Date.parse('2026-11-16T08:25:11'));
  });
});

describe.skipIf(!hasTools())('a scanner with lower limits', () => {
  const small = mkdtempSync(join(tmpdir(), 'patchkeep-clamd-'));
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  beforeAll(async () => {
    clamd = await startClamd(small, 'MaxFileSize 1M\nAlertExceedsMax yes');
  });
  afterAll(async () => {
    await clamd.stop();
    rmSync(small, { recursive: true });
  });

  it('makes no file clean that it did not see whole', async () => {
    writeFileSync(at('large'), Buffer.alloc(2_000_000, 'y'));
    expect(await scanFile(at('large'), clamd.socket)).toMatchObject({ state: 'inPart' });
  });
});
