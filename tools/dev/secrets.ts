import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export type Secrets = { secretKey: string; pepper: string };

/** Made once per checkout and kept: without the pepper of yesterday nobody could sign in to yesterday's database. */
export function keepSecrets(file: string): Secrets {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  const secrets = { secretKey: randomBytes(32).toString('base64url'), pepper: randomBytes(32).toString('base64url') };
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}
