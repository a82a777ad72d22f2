import { describe, expect, it } from 'vitest';
import { adviceFor } from './advice.ts';
import { installerMeaning } from './installer-codes.ts';

describe('a failure', () => {
  it('of an installer has an advice, with the number of Windows as it is, as HRESULT, and with a sign', () => {
    for (const code of [1_618, 0x80070652, 0x80070652 | 0]) {
      expect(installerMeaning(code)).toMatchObject({ pkgResult: 'Busy', means: 'Another installation is in progress' });
      expect(adviceFor('Another installation is in progress (1618).', code)).toMatch(/^It is tried again/);
    }
    expect(installerMeaning(0xc0000005 | 0)?.means).toBe('The installer crashed');
  });

  it('that the package names itself has none', () => {
    expect(adviceFor('The license has ended. (1603)', 1_603)).toBeUndefined();
  });

  it('of Windows Update has the advice of Windows Update, also where an installer uses the same number', () => {
    const cause = 'The installer of the update met a fatal error (0x80070643).';
    expect(adviceFor(cause, 0x80070643 | 0)).toMatch(/partition is often too small/);
    expect(adviceFor('The installer met a fatal error (1603).', 1_603)).toMatch(/former version is damaged/);
  });

  it('with a number that nobody knows, or with none, has no advice', () => {
    expect(installerMeaning(7)).toBeUndefined();
    expect(adviceFor('The installer ended with 7.', 7)).toBeUndefined();
    expect(adviceFor('The download failed.', null)).toBeUndefined();
  });
});
