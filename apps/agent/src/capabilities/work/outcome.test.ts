import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome.ts';

const exe = { kind: 'exe', action: 'install' } as const;
const exitCodes = {
  success: [1_000, -1],
  restart: [1_001],
  failed: [
    { code: 3_010, says: 'The license has ended.' },
    { code: -2, says: 'A program of it is open.' },
    { code: 0, says: 'It did nothing.' },
  ],
};

describe('an exit code', () => {
  it('means what the package says of it, and only then what it means to the Windows Installer', () => {
    expect(outcomeOf(exe, 1_000, exitCodes)).toMatchObject({ result: 'tentative', pkgResult: 'Success' });
    expect(outcomeOf(exe, 1_001, exitCodes)).toMatchObject({ result: 'tentative', pkgResult: 'SuccessPendingReboot' });
    expect(outcomeOf(exe, 3_010, exitCodes)).toMatchObject({
      result: 'failed',
      pkgResult: 'Error',
      exitCode: 3_010,
      cause: 'The license has ended. (3010)',
    });
    expect(outcomeOf(exe, 0, exitCodes)).toMatchObject({ result: 'failed', cause: 'It did nothing. (0)' });
    expect(outcomeOf(exe, 1_641, exitCodes)).toMatchObject({ pkgResult: 'SuccessPendingReboot' });
    expect(outcomeOf(exe, 7, exitCodes)).toMatchObject({ result: 'failed', cause: 'The installer ended with 7.' });
  });

  it('is the same with and without a sign', () => {
    expect(outcomeOf(exe, 4_294_967_295, exitCodes)).toMatchObject({ result: 'tentative', exitCode: 4_294_967_295 });
    expect(outcomeOf(exe, 4_294_967_294, exitCodes)).toMatchObject({ cause: 'A program of it is open. (4294967294)' });
  });

  it('of a package that says nothing is that of the Windows Installer, also as HRESULT', () => {
    expect(outcomeOf(exe, 1_000)).toMatchObject({ result: 'failed' });
    for (const code of [3_010, 0x80070bc2, 0x80070bc2 | 0])
      expect(outcomeOf(exe, code)).toMatchObject({ pkgResult: 'SuccessPendingReboot', exitCode: code });
    expect(outcomeOf(exe, 0x80070bc9)).toMatchObject({ result: 'pending', awaits: 'boot' });
    expect(outcomeOf(exe, 0x80070652)).toMatchObject({ result: 'failed', pkgResult: 'Busy' });
    expect(outcomeOf(exe, 0xc0000135)).toMatchObject({
      pkgResult: 'Error',
      cause: 'The installer lacks a library of Windows (3221225781).',
    });
  });
});
