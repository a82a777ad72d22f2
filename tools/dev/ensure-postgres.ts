import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findServer } from '../services/postgres.ts';

/** On Debian as root the missing server is installed; elsewhere the script says what to install. */
export function ensurePostgres(): void {
  try {
    findServer();
  } catch {
    const script = fileURLToPath(new URL('../os-packages.sh', import.meta.url));
    execFileSync(script, ['postgresql-15'], { stdio: 'inherit' });
  }
}
