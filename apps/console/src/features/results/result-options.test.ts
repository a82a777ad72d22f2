import { describe, expect, it } from 'vitest';
import { readResultSearch, writeResultSearch } from './result-options.ts';

describe('the options of the results of a host', () => {
  it('are all in the address, and only where they differ from the plain page [APP-10]', () => {
    const plain = readResultSearch({});
    expect(plain.options).toEqual({
      showInstalled: true,
      showDrivers: false,
      showHidden: false,
      showSuiteMembers: false,
      showChildren: false,
    });
    expect(writeResultSearch(plain)).toEqual({});
    const all = {
      showInstalled: false,
      showDrivers: true,
      showHidden: true,
      showSuiteMembers: true,
      showChildren: true,
      order: 'name',
      q: 'zip',
    };
    expect(writeResultSearch(readResultSearch(all))).toEqual(all);
  });
});
