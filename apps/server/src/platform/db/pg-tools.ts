import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SettingsError } from '../config/config.ts';

/** An address without its password, and the password where programs look for it: arguments can be read by everybody. */
const withoutPassword = (setting: string, address: string) => {
  const url = URL.parse(address);
  if (!url) throw new SettingsError(`${setting} is no address such as postgres://role:password@host:5432/database`);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { address: url.href, env: password === '' ? {} : { PGPASSWORD: password } };
};

/** Runs pg_dump or pg_restore of this machine on a database. What it complains about becomes the error. */
export const runPgTool = async (
  program: 'pg_dump' | 'pg_restore',
  setting: string,
  databaseUrl: string,
  args: readonly string[],
): Promise<void> => {
  const { address, env } = withoutPassword(setting, databaseUrl);
  const child = spawn(program, [`--dbname=${address}`, '--no-password', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said = (said + data.toString()).slice(-4_000)));
  const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new SettingsError(`${program} is not installed here: it comes with the client programs of PostgreSQL.`);
  })) as [number | null];
  if (code !== 0) throw new SettingsError(`${program} did not succeed.\n${said.trim()}`);
};
