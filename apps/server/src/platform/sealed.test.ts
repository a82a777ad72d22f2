import { describe, expect, it } from 'vitest';
import { rowSealer, sealer } from './sealed.ts';

const first = 'a data key that is only ever used in tests';
const second = 'another data key that is only used in tests';
const place = { customerId: 'c', table: 'factors', column: 'secret', rowId: 'r' };
const text = Buffer.from('a secret of twenty b');

describe('a sealed value', () => {
  it('opens in its own place and nowhere else', () => {
    const { seal, open } = rowSealer([first]);
    const sealed = seal(place, text);
    expect(open(place, sealed)).toEqual(text);
    for (const other of [{ customerId: 'd' }, { table: 'users' }, { column: 'other' }, { rowId: 's' }])
      expect(open({ ...place, ...other }, sealed)).toBeUndefined();
  });

  it('does not open when any byte of it is another', () => {
    const { seal, open } = rowSealer([first]);
    const sealed = seal(place, text);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(open(place, changed)).toBeUndefined();
    }
    for (let length = 0; length < sealed.length; length++)
      expect(open(place, sealed.subarray(0, length))).toBeUndefined();
  });

  it('never looks the same twice, and does not hold its text', () => {
    const { seal } = rowSealer([first]);
    expect(seal(place, text).equals(seal(place, text))).toBe(false);
    expect(seal(place, text).includes(text)).toBe(false);
  });

  it('opens by a former key that is still listed, and is sealed by the newest', () => {
    const sealed = rowSealer([first]).seal(place, text);
    expect(rowSealer([second, first]).open(place, sealed)).toEqual(text);
    expect(rowSealer([second]).open(place, sealed)).toBeUndefined();
    const renewed = rowSealer([second, first]).seal(place, text);
    expect(rowSealer([second]).open(place, renewed)).toEqual(text);
  });

  it('of one purpose does not open for another', () => {
    expect(sealer([first], 'b').open('x', sealer([first], 'a').seal('x', text))).toBeUndefined();
  });
});
