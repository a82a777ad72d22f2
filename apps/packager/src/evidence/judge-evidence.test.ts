import type { Facts } from '@patchkeep/evidence/facts';
import { describe, expect, it } from 'vitest';
import { type Evidence, type Expected, judgeEvidence, type Past } from './judge-evidence.ts';

const now = Date.parse('2026-11-16');
const vendor = { organisation: 'Vendor GmbH', country: 'DE', root: 'a'.repeat(64) };
const facts: Facts = {
  kind: 'msi',
  hasSignature: true,
  addedBytes: 0,
  architecture: 'x64',
  versions: ['2.5.1'],
  product: 'Tool',
  company: 'Vendor',
  productCode: '{11111111-2222-3333-4444-555555555555}',
  upgradeCode: '{A}',
  isForMachine: true,
  needsFolder: false,
};
const clean = { state: 'clean' as const, scanner: 'ClamAV 1.4.6', databaseOf: now - 86_400_000 };
const evidence: Evidence = { domain: 'vendor.test', facts, signature: { state: 'signed', by: vendor }, scan: clean };
const expected: Expected = {
  kind: 'msi',
  architecture: 'x64',
  versions: ['2.5.1'],
  productCodes: [facts.productCode ?? ''],
  publishers: ['Vendor'],
  signers: [],
  isUnsigned: false,
};
const past: Past = { publishers: [vendor], domains: ['vendor.test'], upgradeCodes: ['{A}'], isOlder: false };
const nothing: Past = { publishers: [], domains: [], upgradeCodes: [], isOlder: false };

const holds = (given: Partial<Evidence>, wanted: Partial<Expected> = {}, known: Partial<Past> = {}): string[] =>
  judgeEvidence({ ...evidence, ...given }, { ...expected, ...wanted }, { ...past, ...known }, now).map(
    ({ name }) => name,
  );
const withFacts = (more: Partial<Facts>, wanted: Partial<Expected> = {}): string[] =>
  holds({ facts: { ...facts, ...more } }, wanted);
const unsigned = { signature: { state: 'unsigned' as const } };
const signedBy = (more: object) => ({ signature: { state: 'signed' as const, by: { ...vendor, ...more } } });

describe('the judgement of evidence', () => {
  it('has nothing against what is as it was', () => {
    expect(holds({})).toEqual([]);
    expect(holds({}, {}, nothing)).toEqual([]);
  });

  it('holds what is another file than the manifest says', () => {
    expect(withFacts({ kind: 'exe' })).toEqual(['kindDiffers']);
    expect(withFacts({ kind: 'other', versions: [], productCode: null })).toEqual(['kindDiffers']);
    expect(withFacts({ architecture: 'x86' })).toEqual(['kindDiffers']);
    expect(withFacts({ architecture: 'x86' }, { architecture: 'neutral' })).toEqual([]);
    const setup = { kind: 'exe' as const, productCode: null };
    expect(withFacts({ ...setup, architecture: 'x86' }, { kind: 'exe' })).toEqual([]);
    expect(withFacts({ ...setup, architecture: 'x64' }, { kind: 'exe', architecture: 'x86' })).toEqual(['kindDiffers']);
    expect(withFacts({ productCode: '{99999999-2222-3333-4444-555555555555}' })).toEqual(['productDiffers']);
    expect(withFacts({ needsFolder: true })).toEqual(['needsFolder']);
    expect(withFacts({ upgradeCode: '{B}' })).toEqual(['productDiffers']);
    // An MSI that leaves them out is not the one either.
    expect(withFacts({ productCode: null })).toEqual(['productDiffers']);
    expect(withFacts({ upgradeCode: null })).toEqual(['productDiffers']);
  });

  it.each([
    ['2.5.1', ['2.5.1.0'], true],
    ['26.03', ['26.3.0.0'], true],
    ['128.0.6613.84', ['128.0.6613'], true],
    ['2.5.1', ['1.0.0.0', '2.5.1'], true],
    ['2.5.1', ['0.0.0.0'], true],
    ['2.5.1', [], true],
    ['2', ['2.0.0'], true],
    ['2.5.1', ['2.5.0'], false],
    ['2.5.1', ['2.4.9.1'], false],
    ['2', ['2.5.1'], false],
    ['2.0', ['2.5.1'], false],
  ])('takes a file that calls itself %s and %s for the version: %s', (version, versions, isSame) => {
    expect(withFacts({ versions }, { versions: [version] })).toEqual(isSame ? [] : ['versionDiffers']);
  });

  it('takes what Windows lists for the version too', () => {
    expect(withFacts({ versions: ['3.12.5150.0'] }, { versions: ['3.12.5', '3.12.5150.0'] })).toEqual([]);
  });

  it('knows the publisher by organisation, country and root, all three', () => {
    for (const more of [{ organisation: 'Vendor Gmbh' }, { country: 'US' }, { root: 'b'.repeat(64) }])
      expect(holds(signedBy(more))).toEqual(['publisherChanged']);
    expect(holds({ signature: { state: 'broken' } })).toEqual(['signatureBroken']);
    expect(holds(unsigned)).toEqual(['publisherChanged']);
    expect(holds(signedBy({ organisation: 'Evil Ltd' }), {}, nothing)).toEqual(['publisherNew']);
    // The name of a publisher is whole words.
    expect(holds(signedBy({ organisation: 'Vendors Ltd' }), {}, nothing)).toEqual(['publisherNew']);
    expect(holds(signedBy({ organisation: 'VENDOR, Inc.' }), {}, nothing)).toEqual([]);
    expect(holds({}, { publishers: [] }, nothing)).toEqual(['publisherNew']);
    expect(holds({}, { publishers: [''] }, nothing)).toEqual(['publisherNew']);
    const signers = [{ organisation: 'Vendor GmbH', country: 'DE' }];
    expect(holds({}, { publishers: [], signers }, nothing)).toEqual([]);
    expect(holds(signedBy({ country: 'US' }), { signers }, nothing)).toEqual(['publisherNew']);
  });

  it('holds what nobody signed until a person or a recipe says so, and when it comes from elsewhere', () => {
    expect(holds(unsigned, {}, nothing)).toEqual(['unsigned']);
    expect(holds(unsigned, { isUnsigned: true }, nothing)).toEqual([]);
    expect(holds(unsigned, {}, { publishers: [null] })).toEqual([]);
    expect(holds({ ...unsigned, domain: 'other.test' }, {}, { publishers: [null] })).toEqual(['newDomain']);
    expect(holds({ domain: 'other.test' })).toEqual([]);
  });

  it('holds a program to which bytes were added that no signature covers', () => {
    expect(withFacts({ addedBytes: 24 })).toEqual(['bytesAdded']);
  });

  it('asks for a scan with recent signatures', () => {
    const scan = (more: object) => ({ scan: { ...clean, ...more } as Evidence['scan'] });
    expect(holds(scan({ state: 'infected', found: 'Own.Evil' }))).toEqual(['infected']);
    expect(holds({ scan: { state: 'notScanned', why: 'no scanner' } })).toEqual(['notScanned']);
    expect(holds(scan({ databaseOf: null }))).toEqual(['scannerStale']);
    expect(holds(scan({ databaseOf: now - 8 * 86_400_000 }))).toEqual(['scannerStale']);
    expect(holds(scan({ state: 'inPart' }))).toEqual([]);
    expect(holds({ ...unsigned, ...scan({ state: 'inPart' }) }, {}, { publishers: [null] })).toEqual(['notScanned']);
  });

  it('holds a version that is older than one proposed before', () => {
    expect(holds({}, {}, { isOlder: true })).toEqual(['olderVersion']);
  });
});
