import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export type Secrets = { secretKey: string; pepper: string; dataKey: string };

/** Made once per checkout and kept: without the pepper of yesterday nobody could sign in to yesterday's database. */
export function keepSecrets(file: string): Secrets {
  const secret = () => randomBytes(32).toString('base64url');
  // A file of before there was a data key holds none.
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const secrets = { secretKey: secret(), pepper: secret(), dataKey: secret(), ...kept };
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}
