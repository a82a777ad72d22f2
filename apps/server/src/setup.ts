import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { firstCustomer } from './install.ts';
import { readSettings } from './platform/config/config.ts';
import { migrate } from './platform/db/migrate.ts';
import { openPool } from './platform/db/pool.ts';

const usage = `npm run setup -- --customer NAME --site NAME --email ADDRESS --name "FULL NAME" [--password-file FILE]

Makes the first customer, its first site and its system administrator. Settings come from the environment:
PATCHKEEP_OWNER_DATABASE_URL, PATCHKEEP_DATABASE_URL and PATCHKEEP_PEPPER. Without --password-file the password is asked for.`;

const { values } = parseArgs({
  options: {
    customer: { type: 'string' },
    site: { type: 'string' },
    email: { type: 'string' },
    name: { type: 'string' },
    'password-file': { type: 'string' },
  },
});

const required = (name: string, value: string | undefined): string => {
  if (value) return value;
  throw new Error(`${name} is missing.\n\n${usage}`);
};
const setting = (name: string): string => {
  const file = process.env[`${name}_FILE`];
  return required(name, file ? readFileSync(file, 'utf8').trimEnd() : process.env[name]);
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

const given = {
  customerName: required('--customer', values.customer),
  siteName: required('--site', values.site),
  username: required('--email', values.email),
  longName: required('--name', values.name),
};
const { PATCHKEEP_PEPPER: peppers, PATCHKEEP_DATABASE_URL: apiUrl } = readSettings([
  'PATCHKEEP_PEPPER',
  'PATCHKEEP_DATABASE_URL',
]);
const file = values['password-file'];
const password = file === undefined ? await askPassword() : readFileSync(file, 'utf8').trimEnd();

await migrate(setting('PATCHKEEP_OWNER_DATABASE_URL'));
const pool = openPool({
  url: apiUrl,
  size: 2,
  name: 'patchkeep-setup',
  onError: (error) => {
    throw error;
  },
});
try {
  await firstCustomer(pool, { ...given, password, peppers, now: new Date() });
  console.log(`Ready: sign in as ${given.username}.`);
} finally {
  await pool.end();
}
