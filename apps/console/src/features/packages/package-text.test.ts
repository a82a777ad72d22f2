import type { BuildEvidence } from '@patchkeep/contract/packager';
import { describe, expect, test } from 'vitest';
import {
  holdsOf,
  liftCommand,
  providerNotice,
  scanOf,
  signedBy,
  stateOf,
  summaryOf,
  variantOf,
  whyOf,
} from './package-text.ts';

const hold = (name: string) => ({ name, says: `Says ${name}.`, advice: '', isLiftable: false });

describe('the variant in words', () => {
  test.each([
    ['x64 machine msi', '64-bit, machine, MSI'],
    ['x86 user exe', '32-bit, user, setup'],
    ['arm64 scope unsaid exe', 'ARM64, scope not said, setup'],
    ['x64 machine exe listed as msi de-DE', '64-bit, machine, setup, listed as MSI, de-DE'],
    ['neutral machine msi Vendor.Tool.Pro', 'any architecture, machine, MSI, Vendor.Tool.Pro'],
    ['any user exe', 'any architecture, user, setup'],
    ['something else', 'something else'],
    [null, '—'],
  ])('%s reads %s', (variant, expected) => {
    expect(variantOf(variant)).toBe(expected);
  });
});

describe('the state in words', () => {
  test('says how far a file has come, where the vendor says how long it is', () => {
    expect(stateOf({ state: 'fetching', percent: 41, holds: [] })).toBe('Fetching 41%');
    expect(stateOf({ state: 'fetching', percent: null, holds: [] })).toBe('Fetching');
  });
  test('does not blame the vendor where the packager failed', () => {
    expect(stateOf({ state: 'vendorDown', percent: null, holds: [hold('vendorDown')] })).toBe('Vendor does not answer');
    expect(stateOf({ state: 'vendorDown', percent: null, holds: [hold('packagerFailed')] })).toBe('Packager failed');
  });
});

describe('the reason', () => {
  const holds = [hold('publisherNew'), hold('unsigned')];
  test('is the first hold of a package that is held', () => {
    expect(whyOf({ state: 'held', holds, isAvailable: false })).toBe('Says publisherNew.');
  });
  test('is what it waits for while somebody else has to vouch', () => {
    expect(whyOf({ state: 'awaitsVerifier', holds: [hold('awaitsVerifier')], isAvailable: false })).toBe(
      'Says awaitsVerifier.',
    );
    expect(whyOf({ state: 'awaitsPerson', holds: [hold('awaitsPerson')], isAvailable: false })).toBe(
      'Says awaitsPerson.',
    );
  });
  test('leaves out the holds of the last time while the package is made again', () => {
    expect(holdsOf({ state: 'checking', holds })).toEqual([]);
    expect(whyOf({ state: 'waiting', holds, isAvailable: false })).toBe('');
  });
  test('is given for a ready package only where hosts cannot be given it', () => {
    expect(whyOf({ state: 'ready', holds: [], isAvailable: true })).toBe('');
    expect(whyOf({ state: 'ready', holds: [], isAvailable: false })).toMatch(/^The server does not have it yet/);
  });
});

test('the sentence under the title counts one and many', () => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  expect(plain(summaryOf({ applications: 51, ready: 43 }))).toBe(
    '43 of 51 applications that need an update have a ready package.',
  );
  expect(plain(summaryOf({ applications: 1, ready: 1 }))).toBe(
    '1 of 1 application that needs an update has a ready package.',
  );
});

test('the command names the build and the hold', () => {
  expect(liftCommand('ab', 'unsigned')).toBe('bin/patchkeep packages lift ab unsigned --reason "…"');
});

describe('a provider of which nothing new comes', () => {
  const stopped = { name: 'acme', state: 'stopped', readAt: '2026-11-14T10:00:00Z', reason: 'expired' } as const;
  const told = (more: object) => providerNotice({ ...stopped, ...more }, 'UTC');
  test('is named with the reason and the last time', () => {
    expect(told({})).toMatch(/^No new packages come from the provider acme\. What it publishes has expired\. It was/);
    expect(told({ reason: 'unreachable', readAt: null })).toBe(
      'No new packages come from the provider acme. It does not answer. Packages that are ready stay ready.',
    );
    expect(told({ reason: 'rolledBack' })).toContain('What it publishes is not accepted (rolledBack).');
  });
  test('is not spoken of while it still counts, or before it was read', () => {
    expect([told({ state: 'failing' }), told({ reason: null })]).toEqual([undefined, undefined]);
  });
});

describe('the evidence in words', () => {
  const evidence = { signature: 'unsigned', publisher: null, scan: 'clean', scanSays: '' } as unknown as BuildEvidence;
  test('says who signed', () => {
    const publisher = { organisation: 'Mozilla Corporation', country: 'US', root: 'DigiCert' };
    expect(signedBy({ ...evidence, signature: 'signed', publisher })).toBe(
      'Mozilla Corporation (US), certified by DigiCert',
    );
    expect(signedBy(evidence)).toBe('Nobody signed the file');
    expect(signedBy({ ...evidence, signature: 'broken' })).toBe('The signature does not hold');
  });
  test('says what the scanner said', () => {
    expect(scanOf(evidence)).toBe('Found nothing');
    expect(scanOf({ ...evidence, scan: 'infected', scanSays: 'Eicar (ClamAV 1.4)' })).toBe(
      'Found something: Eicar (ClamAV 1.4)',
    );
  });
});
