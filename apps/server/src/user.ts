import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, WrongUsage } from '@patchkeep/command/command';
import { name as nameField } from '@patchkeep/contract/fields';
import { rolePreset } from '@patchkeep/contract/rights';
import { passwordProblem } from '@patchkeep/rules/password';
import type pg from 'pg';
import { z } from 'zod';
import { askPassword } from './ask-password.ts';
import { homeOf, readHome } from './home/home.ts';
import { keptPassword } from './install.ts';
import { addUser, findLogin, removeFactors, resetPassword, unlockUser } from './modules/identity/public.ts';
import { listSites } from './modules/tenants/public.ts';
import { commandFacts, customerNamed, inCustomer, readOptions } from './operator-command.ts';
import { readSettings } from './platform/config/config.ts';
import { globalQueries } from './platform/db/global.ts';
import { openPool } from './platform/db/pool.ts';
import type { Tx } from './platform/db/tenant.ts';

const usage = `patchkeep user add --email ADDRESS --name "FULL NAME" --role read|write|administer --site NAME
patchkeep user add --email ADDRESS --name "FULL NAME" --role system
                   [--customer NAME] [--password-file FILE] [--home DIR]
patchkeep user reset-password --email ADDRESS [--password-file FILE] [--home DIR]
patchkeep user unlock --email ADDRESS [--home DIR]
patchkeep user remove-factors --email ADDRESS [--home DIR]

add             adds somebody who can sign in: to one site, or with the role system as an administrator of all sites
reset-password  gives a user a new password and ends their sessions
unlock          forgets failed attempts to sign in, so that the user can try again at once
remove-factors  removes the second factors of somebody who lost them, and ends their sessions; make sure who asks

Without --password-file the password is asked for; tell it to the user by another way than the address. --customer is
needed only where there are several customers. Each act stands in the activity log. PATCHKEEP_DATABASE_URL and
PATCHKEEP_PEPPER come from the environment, or with --home from that folder.`;

const permissionsOf = {
  read: rolePreset['Read-Only'],
  write: rolePreset['Read & Write'],
  administer: rolePreset.Administer,
  system: rolePreset.Administer,
};

const text = { type: 'string' } as const;
const options = {
  email: text,
  name: text,
  role: text,
  site: text,
  customer: text,
  'password-file': text,
  home: text,
};
const fields = z.object({
  email: z.email().max(200),
  name: nameField,
  role: z.enum(['read', 'write', 'administer', 'system']),
  site: nameField.optional(),
  customer: nameField.optional(),
});

const account = fields.pick({ email: true });

const readNewUser = (values: unknown) => {
  const given = readOptions(fields, values);
  const isOfSystem = given.role === 'system';
  if (isOfSystem === (given.site !== undefined))
    throw new WrongUsage(
      isOfSystem ? 'The role system is of all sites: leave --site out.' : 'Name the site: --site NAME',
    );
  return { ...given, isOfSystem };
};

type Given = ReturnType<typeof readNewUser>;

interface Install {
  pool: pg.Pool;
  /** Asks for a password or reads it from its file, and keeps it as the server does. */
  password: (username: string) => ReturnType<typeof keptPassword>;
}

const add = async ({ pool, password: ask }: Install, given: Given): Promise<string> => {
  const { email: username, name: longName, role, isOfSystem } = given;
  const customerId = await customerNamed(pool, given.customer);
  const password = await ask(username);
  await inCustomer(pool, customerId, async (tx) => {
    const sites = await listSites(tx, customerId);
    const site = sites.find((each) => each.name === given.site);
    if (!isOfSystem && !site) throw new Error(`There is no site "${given.site}"`);
    const memberships = site ? [{ siteId: site.site_id, permissions: permissionsOf[role] }] : [];
    const defaultSiteId = (site ?? sites[0])?.site_id ?? null;
    const user = { username, longName, isSystemAdmin: isOfSystem, defaultSiteId, password, memberships };
    await addUser(tx, commandFacts(), customerId, user);
  });
  return `${longName} can sign in as ${username}.`;
};

/** Runs `work` in the tenant of the account that has this address. */
const withAccount = async <T>(
  pool: pg.Pool,
  email: string,
  work: (tx: Tx, login: { customer_id: string; user_id: string }) => Promise<T>,
): Promise<T> => {
  const login = await findLogin(globalQueries(pool), email);
  if (!login) throw new Error(`Nobody signs in as ${email}`);
  return inCustomer(pool, login.customer_id, (tx) => work(tx, login));
};

const reset = async ({ pool, password: ask }: Install, email: string): Promise<string> => {
  await withAccount(pool, email, async () => undefined);
  const password = await ask(email);
  await withAccount(pool, email, (tx, login) => resetPassword(tx, commandFacts(), login, password));
  return `${email} has a new password, and is signed out everywhere.`;
};

const unlock = async ({ pool }: Install, email: string): Promise<string> => {
  const wasLocked = await withAccount(pool, email, (tx, login) => unlockUser(tx, commandFacts(), login, email));
  return wasLocked ? `${email} can try to sign in again.` : `No failed attempts of ${email} were counted.`;
};

const remove = async ({ pool }: Install, email: string): Promise<string> => {
  const count = await withAccount(pool, email, (tx, login) => removeFactors(tx, commandFacts(), login));
  return count > 0
    ? `${email} signs in with the password alone, and is signed out everywhere.`
    : `${email} had no second factor.`;
};

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  // What is wrong with the command line is said before anything is asked of the settings.
  const acts: Record<string, () => (install: Install) => Promise<string>> = {
    add: () => {
      const given = readNewUser(values);
      return (install) => add(install, given);
    },
    'reset-password': () => {
      const { email } = readOptions(account, values);
      return (install) => reset(install, email);
    },
    unlock: () => {
      const { email } = readOptions(account, values);
      return (install) => unlock(install, email);
    },
    'remove-factors': () => {
      const { email } = readOptions(account, values);
      return (install) => remove(install, email);
    },
  };
  const act = acts[positionals.join(' ')]?.();
  if (!act) throw new WrongUsage('The command is: user add, user reset-password, user unlock or user remove-factors');
  const fromHome = values.home === undefined ? {} : readHome(homeOf(resolve(values.home))).env;
  const { PATCHKEEP_DATABASE_URL: url, PATCHKEEP_PEPPER: peppers } = readSettings(
    ['PATCHKEEP_DATABASE_URL', 'PATCHKEEP_PEPPER'],
    { ...process.env, ...fromHome },
  );
  const file = values['password-file'];
  const password = async (username: string) => {
    const typed = file === undefined ? await askPassword(username) : readFileSync(file, 'utf8').trimEnd();
    const problem = passwordProblem(username, typed);
    if (problem) throw new Error(problem);
    return keptPassword(peppers, username, typed);
  };
  const pool = openPool({ url, size: 1, name: 'patchkeep-user', onError: console.error });
  try {
    console.log(await act({ pool, password }));
  } finally {
    await pool.end();
  }
});
