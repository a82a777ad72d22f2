import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Home } from './home.ts';
import { giveTo, type Users } from './users.ts';

const signerProgram = fileURLToPath(new URL('../../../signer/src/main.ts', import.meta.url));

/**
 * Holds the ceremony of the simple mode, once: the signer makes the keys and shows the phrase of the recovery file. No
 * code of the server sees a key.
 */
export const makeKeys = (home: Home, users: Users): void => {
  if (!existsSync(home.signer)) {
    const folders = ['--recovery', home.recovery, '--signer', home.signer, '--packager', home.packager];
    execFileSync(process.execPath, [signerProgram, 'ceremony', ...folders], { stdio: 'inherit' });
  }
  giveTo(home.signer, users.signer);
  giveTo(home.packager, users.packager);
};
