import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, WrongUsage } from '@patchkeep/command/command';
import { name as nameField } from '@patchkeep/contract/fields';
import { rolePreset } from '@patchkeep/contract/rights';
import { passwordProblem } from '@patchkeep/rules/password';
import { z } from 'zod';
import { askPassword } from './ask-password.ts';
import { homeOf, readHome } from './home/home.ts';
import { keptPassword } from './install.ts';
import { addUser } from './modules/identity/public.ts';
import { findCustomer, listCustomerIds, listSites } from './modules/tenants/public.ts';
import { readSettings } from './platform/config/config.ts';
import { globalQueries } from './platform/db/global.ts';
import { openPool } from './platform/db/pool.ts';
import { type Tx, withTenant } from './platform/db/tenant.ts';

const usage = `patchkeep user add --email ADDRESS --name "FULL NAME" --role read|write|administer --site NAME
patchkeep user add --email ADDRESS --name "FULL NAME" --role system
                   [--customer NAME] [--password-file FILE] [--home DIR]

Adds somebody who can sign in: to one site, or with the role system as an administrator of all sites. Without
--password-file the password is asked for; tell it to the new user by another way than the address. --customer is needed
only where there are several customers. PATCHKEEP_DATABASE_URL and PATCHKEEP_PEPPER come from the environment, or with
--home from that folder.`;

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

const readCommandLine = () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  if (positionals.join(' ') !== 'add') throw new WrongUsage('The command is: user add');
  const read = fields.safeParse(values);
  if (!read.success)
    throw new WrongUsage(read.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'));
  const isOfSystem = read.data.role === 'system';
  if (isOfSystem === (read.data.site !== undefined))
    throw new WrongUsage(
      isOfSystem ? 'The role system is of all sites: leave --site out.' : 'Name the site: --site NAME',
    );
  return { ...read.data, isOfSystem, passwordFile: values['password-file'], home: values.home };
};

type Given = ReturnType<typeof readCommandLine>;

/** The sites of the customer that the user is added to; nothing where another customer is meant. */
const sitesOf = async (tx: Tx, customerId: string, { customer: wanted }: Given) => {
  const customer = await findCustomer(tx, customerId);
  return customer && (wanted === undefined || customer.name === wanted) ? listSites(tx, customerId) : undefined;
};

await runCommand(usage, async () => {
  const given = readCommandLine();
  const fromHome = given.home === undefined ? {} : readHome(homeOf(resolve(given.home))).env;
  const { PATCHKEEP_DATABASE_URL: url, PATCHKEEP_PEPPER: peppers } = readSettings(
    ['PATCHKEEP_DATABASE_URL', 'PATCHKEEP_PEPPER'],
    { ...process.env, ...fromHome },
  );
  const { email: username, name: longName, role, isOfSystem, passwordFile } = given;
  const typed = passwordFile === undefined ? await askPassword(longName) : readFileSync(passwordFile, 'utf8').trimEnd();
  const problem = passwordProblem(username, typed);
  if (problem) throw new Error(problem);
  const password = await keptPassword(peppers, username, typed);
  const pool = openPool({ url, size: 1, name: 'patchkeep-user', onError: console.error });
  try {
    const customerIds = await listCustomerIds(globalQueries(pool));
    if (customerIds.length > 1 && given.customer === undefined)
      throw new Error('There are several customers: name one with --customer NAME');
    let isAdded = false;
    for (const customerId of customerIds)
      await withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
        const sites = await sitesOf(tx, customerId, given);
        if (!sites) return;
        const site = sites.find((each) => each.name === given.site);
        if (!isOfSystem && !site) throw new Error(`There is no site "${given.site}"`);
        const memberships = site ? [{ siteId: site.site_id, permissions: permissionsOf[role] }] : [];
        const defaultSiteId = (site ?? sites[0])?.site_id ?? null;
        const user = { username, longName, isSystemAdmin: isOfSystem, defaultSiteId, password, memberships };
        // The act of whoever may run programs on the server: it has no account, so the log names none.
        const facts = { requestId: randomUUIDv7(), ip: 'command line', instanceId: null, now: new Date() };
        await addUser(tx, facts, customerId, user);
        isAdded = true;
      });
    if (!isAdded) throw new Error('There is no such customer');
    console.log(`${longName} can sign in as ${username}.`);
  } finally {
    await pool.end();
  }
});
