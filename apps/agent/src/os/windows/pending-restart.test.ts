import { expect, it } from 'vitest';
import { replacedFiles } from './pending-restart.ts';

it.each<[what: string, text: string, files: string[]]>([
  ['nothing', '', []],
  [
    'what Wine wrote down for a setup program that deletes one file and replaces another',
    String.raw`\??\C:\tt\held.tmp\0\0\??\C:\tt\new.dll\0!\??\C:\tt\old.dll`,
    [String.raw`C:\tt\old.dll`],
  ],
  ['only leftovers to delete', String.raw`\??\C:\a.tmp\0\0\??\C:\b.tmp\0\0`, []],
  ['one leftover, its end cut off', String.raw`\??\C:\a.tmp`, []],
  [
    'folders whose names begin with a nought',
    String.raw`\??\C:\0new\a.dll\0\??\C:\0old\a.dll\0\??\C:\x\0\0`,
    [String.raw`C:\0old\a.dll`],
  ],
])('files that a restart replaces, of %s', (_, text, files) => expect(replacedFiles(text)).toEqual(files));
