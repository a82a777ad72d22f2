import { describe, expect, it } from 'vitest';
import { fileNameProblem } from './file-name.ts';

describe('the name of a file', () => {
  it.each(['Setup 5.2.msi', 'a.exe', 'Überschrift.ps1', '名前.mst', 'x', 'con-tool.exe', 'setup (1).exe'])(
    'may be %s',
    (name) => expect(fileNameProblem(name)).toBeUndefined(),
  );

  it.each([
    '',
    ' ',
    '..',
    '.',
    '../a.exe',
    'a/b.exe',
    'a\\b.exe',
    'C:a.exe',
    'a.exe:stream',
    'a?.exe',
    'a\nb.exe',
    'a\u{202e}exe.msi',
    'a\0.exe',
    ' a.exe',
    'a.exe ',
    'a.exe.',
    '.hidden',
    'NUL',
    'nul.exe',
    'COM1.msi',
    `${'é'.repeat(130)}.exe`,
  ])('cannot be %j', (name) => expect(fileNameProblem(name)).toEqual(expect.any(String)));
});
