import { configuration } from '@patchkeep/contract/configuration';
import { groups } from '@patchkeep/contract/groups';
import { session } from '@patchkeep/contract/session';
import { sites } from '@patchkeep/contract/sites';
import { tags } from '@patchkeep/contract/tags';
import pg from 'pg';
import { copy, TestAgent } from './agent.ts';
import { testApp } from './app.ts';
import { plantCanaries } from './canary.ts';
import type { TestDatabase } from './database.ts';

const report = {
  showExceptionModal: true,
  exceptionTitle: 'Error' as const,
  exceptionDescription: 'x',
  requiresLogin: false,
  requiresReload: false,
  showStandardMessage: true,
  rawException: 'x',
};

/**
 * Lets the canary customer use the product until every table has a row of it, then puts a token into each of its
 * texts. All tests run beside it, and their client throws when an answer carries one of its tokens. A new table
 * without a row here makes this throw: give the canary a life in it.
 */
export const raiseCanary = async (database: TestDatabase): Promise<void> => {
  const app = await testApp({ database });
  const canary = await app.signIn('canary');
  const own = (await canary.ehlo()).body;
  await canary.call(session.reportError, { body: report });
  await canary.call(sites.select, { params: { id: own.currentSite?.siteAccountUuid ?? '' } });
  const { secret } = (await canary.call(configuration.createInstallToken, { body: { name: 'x', useCap: 1 } })).body;
  await canary.call(groups.create, { body: { title: 'x' } });
  await canary.call(tags.create, { body: { tagName: 'x' } });
  const { serialNumber, hour, minute } = (await canary.call(configuration.readAgentSettings)).body;
  await canary.call(configuration.saveAgentSettings, {
    body: { serialNumber, hour, minute, daysOfWeek: 1, isAcceptanceRequired: false },
  });
  const host = new TestAgent(app);
  host.software = [copy('Anything', '1')];
  await host.enrol(secret);
  await host.upload();
  await app.close();

  const client = new pg.Client(database.url('postgres'));
  await client.connect();
  const bare = await plantCanaries(client, canary.customerId ?? '');
  await client.end();
  if (bare.length > 0) throw new Error(`The canary has nothing in ${bare.join(', ')}`);
};
