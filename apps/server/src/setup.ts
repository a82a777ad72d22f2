import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { runCommand, WrongUsage } from '@patchkeep/command/command';
import { z } from 'zod';
import { firstCustomer } from './install.ts';
import { readSettings } from './platform/config/config.ts';
import { setLoginPasswords } from './platform/db/login-roles.ts';
import { migrate } from './platform/db/migrate.ts';
import { openPool } from './platform/db/pool.ts';
import { refuseUnsafeRole } from './platform/db/role-check.ts';

const usage = `patchkeep setup --customer NAME --site NAME --email ADDRESS --name "FULL NAME" [--licences N]
                [--password-file FILE]

Brings the database up to date and makes the first customer, its first site and its system administrator.
Without --password-file the password is asked for. Settings come from the environment:
  PATCHKEEP_OWNER_DATABASE_URL      a role that owns the database and may create roles
  PATCHKEEP_DATABASE_URL, PATCHKEEP_WORKER_DATABASE_URL, PATCHKEEP_QUEUE_DATABASE_URL
                                    the roles of the server; they get the passwords in these addresses
  PATCHKEEP_PEPPER                  second secret of stored passwords`;

const required = (name: string, value: string | undefined): string => {
  if (value) return value;
  throw new WrongUsage(`${name} is missing.`);
};

/** Asks without showing: what is typed stays off the screen and out of the shell's history. */
const askPassword = async (): Promise<string> => {
  const reader = createInterface({ input: process.stdin, output: process.stdout, terminal: process.stdin.isTTY });
  const answer = reader.question('Password for the system administrator (at least 15 characters): ');
  if (process.stdin.isTTY) Object.assign(reader, { _writeToOutput: () => undefined });
  const password = await answer;
  reader.close();
  process.stdout.write('\n');
  return password;
};

const readLicences = (text: string): number => {
  const read = z.coerce.number().int().min(0).max(10_000_000).safeParse(text);
  if (!read.success) throw new WrongUsage(`--licences takes a number, not "${text}"`);
  return read.data;
};

const setUp = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      customer: { type: 'string' },
      site: { type: 'string' },
      email: { type: 'string' },
      name: { type: 'string' },
      // Enough for a trial: with none, the first host would bring a warning.
      licences: { type: 'string', default: '1000' },
      'password-file': { type: 'string' },
    },
  });
  const given = {
    customerName: required('--customer', values.customer),
    siteName: required('--site', values.site),
    username: required('--email', values.email),
    longName: required('--name', values.name),
    licences: readLicences(values.licences),
  };
  const { PATCHKEEP_PEPPER: peppers, PATCHKEEP_OWNER_DATABASE_URL: owner } = readSettings([
    'PATCHKEEP_PEPPER',
    'PATCHKEEP_OWNER_DATABASE_URL',
  ]);
  const ownerUrl = required('PATCHKEEP_OWNER_DATABASE_URL', owner);
  const addresses = readSettings([
    'PATCHKEEP_DATABASE_URL',
    'PATCHKEEP_WORKER_DATABASE_URL',
    'PATCHKEEP_QUEUE_DATABASE_URL',
  ]);
  const file = values['password-file'];
  const password = file === undefined ? await askPassword() : readFileSync(file, 'utf8').trimEnd();

  await migrate(ownerUrl);
  await setLoginPasswords(ownerUrl, addresses);
  const pool = openPool({
    url: addresses.PATCHKEEP_DATABASE_URL,
    size: 2,
    name: 'patchkeep-setup',
    onError: (error) => {
      throw error;
    },
  });
  try {
    await refuseUnsafeRole(pool, 'PATCHKEEP_DATABASE_URL', 'patchkeep_api');
    await firstCustomer(pool, { ...given, password, peppers, now: new Date() });
    console.log(`Ready: sign in as ${given.username}.`);
  } finally {
    await pool.end();
  }
};

await runCommand(usage, setUp);
