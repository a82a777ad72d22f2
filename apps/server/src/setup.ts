import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, WrongUsage } from '@patchkeep/command/command';
import { secondFactorPolicies, secondFactorPolicy } from '@patchkeep/contract/second-factor-policy';
import { z } from 'zod';
import { askPassword } from './ask-password.ts';
import { type Home, homeOf, makeHome, readChosen, readHome } from './home/home.ts';
import { makeKeys } from './home/keys.ts';
import { missingParts } from './home/packager-parts.ts';
import { runServices } from './home/services.ts';
import { type Users, usersOfHome } from './home/users.ts';
import { firstCustomer } from './install.ts';
import { readSettings } from './platform/config/config.ts';
import { setLoginPasswords } from './platform/db/login-roles.ts';
import { migrate } from './platform/db/migrate.ts';
import { openPool } from './platform/db/pool.ts';
import { refuseUnsafeRole } from './platform/db/role-check.ts';

const usage = `patchkeep setup --customer NAME --site NAME --email ADDRESS --name "FULL NAME" [--licences N]
                [--second-factor optional|writers|passkeys] [--password-file FILE] [--home DIR [--start] [--set NAME=VALUE]...]

Brings the database up to date and makes the first customer, its first site and its system administrator.
Without --password-file the password is asked for. --second-factor says who needs a second factor; without it nobody
does, until a system administrator chooses otherwise.

With --home everything for one machine is made in that folder: secrets, settings, the keys of the signer and the
packager, and the recovery file of the root key. --start runs all of it at once. As root each program gets a user of its
own. --set writes a setting into the folder's settings.env, as in --set PATCHKEEP_PORT=8443. What is there already is
kept: after a failure call it again. One setting comes from the environment:
  PATCHKEEP_OWNER_DATABASE_URL      a role that owns the database and may create roles

Without --home no keys are made, and these are read too:
  PATCHKEEP_DATABASE_URL, PATCHKEEP_WORKER_DATABASE_URL, PATCHKEEP_QUEUE_DATABASE_URL
                                    the roles of the server; they get the passwords in these addresses
  PATCHKEEP_PEPPER                  second secret of stored passwords`;

const required = (name: string, value: string | undefined): string => {
  if (value) return value;
  throw new WrongUsage(`${name} is missing.`);
};

const readPolicy = (text: string) => {
  const read = secondFactorPolicy.safeParse(text);
  if (!read.success) throw new WrongUsage(`--second-factor takes ${secondFactorPolicies.join(', ')}, not "${text}"`);
  return read.data;
};

const readLicences = (text: string): number => {
  const read = z.coerce.number().int().min(0).max(10_000_000).safeParse(text);
  if (!read.success) throw new WrongUsage(`--licences takes a number, not "${text}"`);
  return read.data;
};

/** Makes what is missing of the folder, and gives the settings that are in it. */
const prepareHome = (home: Home, users: Users, ownerUrl: string, settings: Record<string, string>) => {
  makeHome(home, { ownerUrl, settings }, users);
  makeKeys(home, users);
  const made = readHome(home);
  for (const sentence of missingParts(made.packagerOptions)) console.log(sentence);
  if (users.administrator.uid !== 0)
    console.log(
      'All programs run as you: who takes over the server can read the keys. As root each gets its own user.',
    );
  return made.env;
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
      'second-factor': { type: 'string', default: 'optional' },
      'password-file': { type: 'string' },
      home: { type: 'string' },
      start: { type: 'boolean', default: false },
      set: { type: 'string', multiple: true, default: [] as string[] },
    },
  });
  const given = {
    customerName: required('--customer', values.customer),
    siteName: required('--site', values.site),
    username: required('--email', values.email),
    longName: required('--name', values.name),
    licences: readLicences(values.licences),
    secondFactorPolicy: readPolicy(values['second-factor']),
  };
  const home = values.home === undefined ? undefined : homeOf(resolve(values.home));
  if (!home && (values.start || values.set.length > 0)) throw new WrongUsage('--start and --set go with --home.');
  const chosen = readChosen(values.set);
  const { PATCHKEEP_OWNER_DATABASE_URL: owner } = readSettings(['PATCHKEEP_OWNER_DATABASE_URL']);
  const ownerUrl = required('PATCHKEEP_OWNER_DATABASE_URL', owner);
  const file = values['password-file'];
  const password =
    file === undefined ? await askPassword('the system administrator') : readFileSync(file, 'utf8').trimEnd();

  // Where there is no home nobody needs the users; they are made last of what can be refused.
  const users = home && usersOfHome();
  const made = home && users && prepareHome(home, users, ownerUrl, chosen);
  const { PATCHKEEP_PEPPER: peppers, ...addresses } = readSettings(
    ['PATCHKEEP_PEPPER', 'PATCHKEEP_DATABASE_URL', 'PATCHKEEP_WORKER_DATABASE_URL', 'PATCHKEEP_QUEUE_DATABASE_URL'],
    { ...process.env, ...made },
  );
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
  if (home && users && values.start) await runServices(home, users);
  else if (home) console.log(`Start it with: bin/patchkeep start --home ${home.folder}`);
};

await runCommand(usage, setUp);
