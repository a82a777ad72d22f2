import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, WrongUsage } from '@patchkeep/command/command';
import { name as nameField } from '@patchkeep/contract/fields';
import { z } from 'zod';
import { homeOf, readHome } from './home/home.ts';
import { addSite, byOperator } from './modules/tenants/public.ts';
import { commandFacts, customerNamed, inCustomer, readOptions } from './operator-command.ts';
import { readSettings } from './platform/config/config.ts';
import { openPool } from './platform/db/pool.ts';

const usage = `patchkeep site add --name NAME [--customer NAME] [--home DIR]

Creates a site with all modules. --customer is needed only where there are several customers. PATCHKEEP_DATABASE_URL
comes from the environment, or with --home from that folder.`;

const text = { type: 'string' } as const;
const fields = z.object({ name: nameField, customer: nameField.optional() });

const readCommandLine = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: text, customer: text, home: text },
  });
  if (positionals.join(' ') !== 'add') throw new WrongUsage('The command is: site add');
  return { ...readOptions(fields, values), home: values.home };
};

await runCommand(usage, async () => {
  const { name, customer, home } = readCommandLine();
  const env = home === undefined ? process.env : { ...process.env, ...readHome(homeOf(resolve(home))).env };
  const url = readSettings(['PATCHKEEP_DATABASE_URL'], env).PATCHKEEP_DATABASE_URL;
  const pool = openPool({ url, size: 1, name: 'patchkeep-site', onError: console.error });
  try {
    const customerId = await customerNamed(pool, customer);
    await inCustomer(pool, customerId, (tx) => addSite(tx, commandFacts(), byOperator, customerId, { siteName: name }));
    console.log(`Site "${name}" is there. System administrators can enter it; others need to be added to it.`);
  } finally {
    await pool.end();
  }
});
