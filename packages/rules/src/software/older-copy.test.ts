import { describe, expect, it } from 'vitest';
import { copyState, type ListedCopy, type UpdateOfCopy } from './older-copy.ts';

const sevenZip: UpdateOfCopy = {
  installedAs: { names: ['7-zip'], publishers: ['Igor Pavlov'], scheme: 'generic' },
  version: '26.02',
  scope: 'machine',
};
const copy = (name: string, version: string, more: Partial<ListedCopy> = {}): ListedCopy => ({
  name,
  publisher: 'Igor Pavlov',
  version,
  scope: 'machine',
  ...more,
});
const old = copy('7-Zip 24.07 (x64)', '24.07');

describe('what an update finds on a host', () => {
  it.each<[what: string, copies: ListedCopy[], state: string]>([
    ['no software at all', [], 'none'],
    ['other software only', [copy('WinRAR 7.01', '7.01')], 'none'],
    ['software that only begins like it', [copy('7-Zip Cleanup', '1.0')], 'none'],
    ['the name by another maker', [copy('7-Zip', '1.0', { publisher: 'Somebody Else' })], 'none'],
    ['a copy of a user, when the machine’s is meant', [{ ...old, scope: 'user', user: 'ada' }], 'none'],
    ['an older copy', [old], 'older'],
    ['an older copy beside a newer one', [copy('7-Zip 27.00', '27.00'), old], 'older'],
    ['the very version', [copy('7-Zip 26.02', '26.02')], 'same'],
    ['the version with noughts behind it', [copy('7-Zip 26.02', '26.02.0.0')], 'same'],
    ['a newer copy only', [copy('7-Zip 27.00', '27.00')], 'newer'],
    ['a copy whose list names no version, but its program does', [copy('7-Zip', '', { fileVersion: '27.0' })], 'newer'],
    ['a copy of no version at all', [copy('7-Zip', '')], 'older'],
  ])('%s', (_, copies, state) => expect(copyState(copies, sevenZip)).toBe(state));

  it('is looked for among the copies of the one user whom the update is for', () => {
    const forAda = { ...sevenZip, scope: 'user', user: 'ada' };
    expect(copyState([old], forAda)).toBe('none');
    expect(copyState([{ ...old, scope: 'user', user: 'bob' }], forAda)).toBe('none');
    expect(copyState([{ ...old, scope: 'user', user: 'ada' }], forAda)).toBe('older');
  });

  it('is looked for among copies of its own variant, and of those whose variant nobody could tell', () => {
    const is = (about: Partial<UpdateOfCopy>, more: Partial<ListedCopy>) =>
      copyState([{ ...old, ...more }], { ...sevenZip, ...about });
    expect(is({ architectures: ['x64'] }, { architecture: 'x86' })).toBe('none');
    expect(is({ architectures: ['x64'] }, { architecture: 'amd64' })).toBe('older');
    expect(is({ architectures: ['x64'] }, {})).toBe('older');
    expect(is({}, { architecture: 'arm64' })).toBe('older');
    expect(is({ family: 'exe' }, { source: 'msi' })).toBe('none');
    expect(is({ family: 'msi' }, { source: 'msi' })).toBe('older');
    expect(is({ family: 'msi' }, { source: 'dpkg' })).toBe('older');
  });

  it('is compared as the list spells versions', () => {
    const python = {
      installedAs: {
        names: ['python'],
        publishers: ['Python'],
        scheme: 'generic',
        line: '3.12',
        displayVersions: ['3.12.10150.0'],
      },
      version: '3.12.10',
      scope: 'machine',
    };
    const state = (version: string) =>
      copyState([copy('Python (64-bit)', version, { publisher: 'Python Software Foundation' })], python);
    expect(state('3.12.4150.0')).toBe('older');
    expect(state('3.12.10150.0')).toBe('same');
    expect(state('3.12.11150.0')).toBe('newer');
    // Of another line: its updates are other packages.
    expect(state('3.11.9150.0')).toBe('none');
  });

  it('is the package of that name on Debian', () => {
    const deb = {
      installedAs: { names: ['7zip'], publishers: [], scheme: 'dpkg' },
      version: '26.02-1',
      scope: 'machine',
    };
    expect(copyState([copy('7zip', '25.01+dfsg-2')], deb)).toBe('older');
    expect(copyState([copy('7zip-standalone', '25.01+dfsg-2')], deb)).toBe('none');
    expect(copyState([copy('7zip', '26.02-1')], deb)).toBe('same');
  });
});
