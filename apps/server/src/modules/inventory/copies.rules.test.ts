import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import { describe, expect, it } from 'vitest';
import { factsOfKind, hashKind, offeredOver, partCopy } from './copies.rules.ts';

const copy = (version: string, offered?: string, more: Partial<SoftwareCopy> = {}): SoftwareCopy => ({
  name: 'openssl',
  publisher: 'Debian',
  version,
  scope: 'machine',
  source: 'dpkg',
  ...(offered !== undefined && { offered }),
  ...more,
});

describe('what a host says that it is offered', () => {
  it('is kept when it is newer and an order can name it', () => {
    expect(offeredOver(copy('1.0-1', '1.0-1+deb12u1'))).toBe('1.0-1+deb12u1');
    expect(offeredOver(copy('1.0-1', '1:0.5'))).toBe('1:0.5');
  });

  it.each([
    ['nothing', copy('1.0-1')],
    ['the same', copy('1.0-1', '1.0-1')],
    ['something older', copy('1.0-1', '0.9-1')],
    ['what apt reads as "remove"', copy('1.0-1', '2.0-')],
    ['an option', copy('1.0-1', '--purge')],
    ['two words', copy('1.0-1', '2.0 netcat')],
    ['a package with a name that is none', copy('1.0-1', '2.0', { name: 'OpenSSL Light' })],
    ['an update of a program that is no package', copy('1.0', '2.0', { source: 'exe' })],
    ['something newer than what cannot be compared', copy('nightly', '2.0')],
  ])('is not kept when it is %s', (_, given) => expect(offeredOver(given)).toBeUndefined());

  it('tells kinds of copies apart, and leaves those without an offer as they were', () => {
    const kinds = [copy('1.0-1'), copy('1.0-1', '1.1-1'), copy('1.0-1', '1.2-1'), copy('1.0-1', '2.0-')].map(
      (each) => partCopy(each, 7).kind,
    );
    const hashes = kinds.map((kind) => hashKind(kind).toString('hex'));
    expect(new Set(hashes).size).toBe(3);
    expect(hashes[3]).toBe(hashes[0]);
    expect(kinds.map((kind) => factsOfKind(kind)['offered'])).toEqual([undefined, '1.1-1', '1.2-1', undefined]);
  });
});
