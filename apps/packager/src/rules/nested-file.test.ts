import { describe, expect, it } from 'vitest';
import { nestedFileOf } from './nested-file.ts';

describe('the installer in an archive', () => {
  it('goes by its name there', () => {
    expect(nestedFileOf({ nestedFiles: ['setup.msi'] })).toBe('setup.msi');
    expect(nestedFileOf({ nestedFiles: ['App 1.2\\x64\\setup.msi'] })).toBe('App 1.2/x64/setup.msi');
  });

  it('is not taken from a path that leaves the archive', () => {
    const parents = ['../setup.msi', 'a/../../setup.msi', '..\\setup.msi'];
    const others = ['/etc/setup.msi', '\\\\server\\setup.msi', 'C:\\setup.msi', './setup.msi', 'a//setup.msi'];
    for (const path of [...parents, ...others, 'a\nsetup.msi', ''])
      expect([path, nestedFileOf({ nestedFiles: [path] })]).toEqual([path, undefined]);
  });

  it('is not guessed among several or none', () => {
    expect(nestedFileOf({ nestedFiles: [] })).toBeUndefined();
    expect(nestedFileOf({ nestedFiles: ['a.msi', 'b.msi'] })).toBeUndefined();
  });
});
