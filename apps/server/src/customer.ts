import { parseArgs } from 'node:util';
import { runCommand, WrongUsage } from '@patchkeep/command/command';
import { constants } from '@patchkeep/contract/constants';
import { customerLimits } from '@patchkeep/contract/customer-settings';
import { secondFactorPolicy } from '@patchkeep/contract/second-factor-policy';
import { z } from 'zod';
import {
  byOperator,
  changeCustomer,
  changeSiteModules,
  findCustomer,
  listCustomerIds,
  listSites,
  presentCustomerSettings,
  presentFactorPolicy,
  presentSiteSettings,
} from './modules/tenants/public.ts';
import { commandFacts, inCustomer, readOptions } from './operator-command.ts';
import { readSettings } from './platform/config/config.ts';
import { globalQueries } from './platform/db/global.ts';
import { openPool } from './platform/db/pool.ts';

const usage = `patchkeep customer show
patchkeep customer set [--customer NAME] [--licences N] [--dormancy-days N] [--trial on|off]
                       [--software-deployment on|off] [--custom-software on|off] [--custom-software-ui on|off]
                       [--provider on|off] [--internal-use on|off] [--second-factor optional|writers|passkeys]
                       [--site NAME --detection on|off --patching on|off --patchpro on|off]

Shows or changes what a customer may use. --customer is needed only where there are several customers. The switches of
modules belong to one site. --provider marks a service provider: its users may enter other customers that let them in.
--internal-use is for those who run the server: their users see updates that no inventory has shown yet as Tentative.
--second-factor says who needs a second factor from their next sign-in on; nothing is asked about who has one.
PATCHKEEP_DATABASE_URL names the database.`;

const count = (most: number, least = 0) => z.coerce.number().int().min(least).max(most).optional();
const onOrOff = z
  .enum(['on', 'off'])
  .transform((word) => word === 'on')
  .optional();
const name = z.string().max(constants.nameMax).optional();

const text = { type: 'string' } as const;
const options = {
  customer: text,
  licences: text,
  'dormancy-days': text,
  trial: text,
  'software-deployment': text,
  'custom-software': text,
  'custom-software-ui': text,
  provider: text,
  'internal-use': text,
  'second-factor': text,
  site: text,
  detection: text,
  patching: text,
  patchpro: text,
};

const says = (change: object): boolean => Object.values(change).some((value) => value !== undefined);

const readCommandLine = () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [command, ...others] = positionals;
  if ((command !== 'show' && command !== 'set') || others.length > 0)
    throw new WrongUsage('The commands are: customer show, customer set');
  const given = readOptions(
    z.object({
      customer: name,
      licences: count(customerLimits.licences),
      'dormancy-days': count(customerLimits.dormancyDays, 1),
      trial: onOrOff,
      'software-deployment': onOrOff,
      'custom-software': onOrOff,
      'custom-software-ui': onOrOff,
      provider: onOrOff,
      'internal-use': onOrOff,
      'second-factor': secondFactorPolicy.optional(),
      site: name,
      detection: onOrOff,
      patching: onOrOff,
      patchpro: onOrOff,
    }),
    values,
  );
  const ofCustomer = {
    hostLicenseCount: given.licences,
    agentInactivityToDormancyTimeoutDays: given['dormancy-days'],
    isTrialModeEnabled: given.trial,
    isSoftwareDeploymentEnabled: given['software-deployment'],
    isCustomSoftwareEnabled: given['custom-software'],
    allowCustomSoftwareUi: given['custom-software-ui'],
    isProvider: given.provider,
    isInternalUse: given['internal-use'],
    secondFactorPolicy: given['second-factor'],
  };
  const ofSite = {
    isDetectionModuleEnabled: given.detection,
    isPatchingEnabled: given.patching,
    isPatchProModuleEnabled: given.patchpro,
  };
  if (says(ofSite) && given.site === undefined) throw new WrongUsage('Name the site of the modules: --site NAME');
  return { command, given, ofCustomer, ofSite };
};

await runCommand(usage, async () => {
  const { command, given, ofCustomer, ofSite } = readCommandLine();
  const { PATCHKEEP_DATABASE_URL: url } = readSettings(['PATCHKEEP_DATABASE_URL']);
  const pool = openPool({ url, size: 1, name: 'patchkeep-customer', onError: console.error });
  try {
    let found = 0;
    const customerIds = await listCustomerIds(globalQueries(pool));
    for (const customerId of customerIds)
      await inCustomer(pool, customerId, async (tx) => {
        const customer = await findCustomer(tx, customerId);
        if (!customer || (given.customer !== undefined && customer.name !== given.customer)) return;
        found += 1;
        const sites = await listSites(tx, customerId);
        if (command === 'set') {
          if (given.customer === undefined && customerIds.length > 1)
            throw new Error('There are several customers: name one with --customer NAME');
          const facts = commandFacts();
          if (says(ofCustomer)) await changeCustomer(tx, facts, byOperator, customer, ofCustomer);
          const site = sites.find((each) => each.name === given.site);
          if (given.site !== undefined && !site) throw new Error(`There is no site "${given.site}"`);
          if (site && says(ofSite)) await changeSiteModules(tx, facts, byOperator, site, ofSite);
        }
        const now = await findCustomer(tx, customerId);
        console.log(
          customer.name,
          now && {
            ...presentCustomerSettings(now),
            isProvider: now.is_provider,
            isInternalUse: now.is_internal_use,
            secondFactorPolicy: presentFactorPolicy(now),
          },
        );
        for (const site of await listSites(tx, customerId)) console.log(`  ${site.name}`, presentSiteSettings(site));
      });
    if (found === 0) throw new Error('There is no such customer');
  } finally {
    await pool.end();
  }
});
